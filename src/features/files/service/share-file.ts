import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { auditCaller } from '#db/audit.ts'
import type { Context, CustomerContext } from '#server/context.ts'
import { invalid, notFound } from '#shared/errors.ts'
import { after, second } from '#shared/time.ts'
import { type FileRow, findFile, within } from './rows.ts'

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** A link to the file that works signed out until it expires; only its hash is stored. @throws NOT_FOUND, INVALID for a folder */
export async function shareFile(
  ctx: CustomerContext,
  { id, expiresIn }: { id: string; expiresIn: number },
): Promise<{ url: string; expiresAt: Date }> {
  const token = randomBytes(24).toString('base64url')
  const now = ctx.now()
  const expiresAt = after(now, expiresIn * second)
  return ctx.store.tx(async (tx) => {
    const file = await findFile(within(tx), ctx.user.id, id)
    if (file.isFolder) throw invalid('id', 'A folder cannot be shared. Share its files.')
    const row = { id: hashToken(token), userId: ctx.user.id, fileId: id, expiresAt, createdAt: now }
    await tx.insert(tx.t.fileShares).values(row)
    await auditCaller(tx, ctx, {
      action: 'file.share',
      targetType: 'file',
      targetId: id,
      userId: ctx.user.id,
    })
    return { url: `${ctx.origin()}/s/${token}`, expiresAt }
  })
}

/** The file behind a link. @throws NOT_FOUND when there is no such link, it has expired, or its file is in the trash */
export async function findShared(ctx: Context, token: string): Promise<FileRow> {
  const { files, fileShares } = ctx.store.t
  const [row] = await ctx.store.read
    .select({ file: files })
    .from(fileShares)
    .innerJoin(files, and(eq(files.userId, fileShares.userId), eq(files.id, fileShares.fileId)))
    .where(
      and(eq(fileShares.id, hashToken(token)), gt(fileShares.expiresAt, ctx.now()), isNull(files.deletedAt)),
    )
  if (!row) throw notFound('This link')
  return row.file
}
