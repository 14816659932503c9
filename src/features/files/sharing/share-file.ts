import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { auditCaller } from '#db/audit/audit.ts'
import type { ServiceStatus } from '#features/services/contract/contract.ts'
import { lockActiveService } from '#features/services/service.ts'
import { publish } from '#server/answers/mutate.ts'
import type { Context, CustomerContext } from '#server/context.ts'
import { invalid, notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { after, second } from '#shared/time.ts'
import type { shareOutput } from '../contract/shares.ts'
import { type FileRow, findFile } from '../service/rows.ts'
import { openChange, readSettled, type SettledFile } from '../service/settled.ts'

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Creates a public link to a file with an expiry; only its hash is stored.
 * @throws NOT_FOUND, INVALID for a folder, WRONG_STATE unless the service is active, BUSY while it is restored
 */
export async function shareFile(
  ctx: CustomerContext,
  { id, expiresIn }: { id: string; expiresIn: number },
): Promise<Answer<typeof shareOutput>> {
  const token = randomBytes(24).toString('base64url')
  const now = ctx.now()
  const expiresAt = after(now, expiresIn * second)
  return ctx.store.tx(async (tx) => {
    const file = await findFile(tx, ctx.user.id, id)
    await lockActiveService(tx, ctx, file.serviceId)
    if (file.isFolder) throw invalid('id', 'A folder cannot be shared. Share its files.')
    const row = { id: hashToken(token), userId: ctx.user.id, fileId: id, expiresAt, createdAt: now }
    await tx.insert(tx.t.fileShares).values(row)
    await auditCaller(tx, ctx, {
      action: 'file.share',
      targetType: 'file',
      targetId: id,
      userId: ctx.user.id,
    })
    publish(tx, ctx, { userId: ctx.user.id, kind: 'file', id, status: 'shared' })
    return { id: row.id, url: `${ctx.origin()}/s/${token}`, expiresAt }
  })
}

// A service that its owner stopped keeps its links; a suspended or ended one shows nothing.
const shownStatuses: ServiceStatus[] = ['active', 'restarting', 'stopped']

/** Whether links to the files of a service in this status work. */
export const isShown = (status: ServiceStatus): boolean => shownStatuses.includes(status)

async function readShared(ctx: Context, token: string): Promise<SettledFile> {
  const { files, fileShares, fileIntents, userServices } = ctx.store.t
  const [row] = await ctx.store.read
    .select({ file: files, changing: fileIntents.serviceId })
    .from(fileShares)
    .innerJoin(files, and(eq(files.userId, fileShares.userId), eq(files.id, fileShares.fileId)))
    .innerJoin(userServices, and(eq(userServices.userId, files.userId), eq(userServices.id, files.serviceId)))
    .leftJoin(fileIntents, openChange(ctx.store.t))
    .where(
      and(
        eq(fileShares.id, hashToken(token)),
        gt(fileShares.expiresAt, ctx.now()),
        isNull(files.deletedAt),
        inArray(userServices.status, shownStatuses),
      ),
    )
  if (!row) throw notFound('This link')
  return row
}

/**
 * The file of a link, once its row matches its bytes.
 * @throws NOT_FOUND when the link is missing or expired, its file is in the trash, or its service is suspended or ended
 */
export const findShared = (ctx: Context, token: string): Promise<FileRow> =>
  readSettled(ctx, () => readShared(ctx, token))
