import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, inArray, isNotNull, isNull, lt, lte, or } from 'drizzle-orm'
import { addDiskBytes } from '#features/servers/disk-usage.ts'
import type { JobContext } from '#server/context.ts'
import { after, hour } from '#shared/time.ts'
import { trashMs } from '../contract.ts'
import {
  incomingFolder,
  isMissing,
  lookAt,
  serviceFolder,
  temporaryPath,
  trashPath,
} from '../storage/folders.ts'
import { inTurn } from './journal.ts'

type Remove = (path: string) => Promise<void>

const batch = 100

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Rows first, then bytes: what dies in between is an orphan, which a later sweep removes. Answers how many went. */
async function purgeExpired(ctx: JobContext, remove: Remove): Promise<number> {
  const { files, fileShares } = ctx.store.t
  const due = await ctx.store.read
    .select({ id: files.id, userId: files.userId, serviceId: files.serviceId })
    .from(files)
    .where(
      and(
        isNotNull(files.deletedAt),
        isNull(files.trashedWith),
        lte(files.deletedAt, after(ctx.now(), -trashMs)),
      ),
    )
    .limit(batch)
  for (const { id, userId, serviceId } of due) {
    await inTurn(serviceId, () =>
      ctx.store.tx(async (tx) => {
        const own = and(
          eq(files.userId, userId),
          isNotNull(files.deletedAt),
          or(eq(files.id, id), eq(files.trashedWith, id)),
        )
        const gone = await tx.delete(files).where(own).returning({ size: files.fileSize })
        await addDiskBytes(tx, { userId, serviceId }, -gone.reduce((sum, { size }) => sum + size, 0))
        await tx.delete(fileShares).where(lt(fileShares.expiresAt, ctx.now()))
      }),
    )
    await remove(join(serviceFolder(ctx.env.DATA_DIR, serviceId), trashPath(id)))
  }
  return due.length
}

async function dropOld(
  ctx: JobContext,
  folder: string,
  { remove, keep }: { remove: Remove; keep: Set<string> },
) {
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    const found = await lookAt(path)
    // By the clock of the file system, which is the one the portal runs on.
    if (keep.has(name) || !found || found.ctimeMs > ctx.now().getTime() - hour) continue
    await remove(path)
  }
}

/** Names in a service's trash that a row still speaks of. */
async function ownedTrash(ctx: JobContext, names: string[]): Promise<Set<string>> {
  const { files } = ctx.store.t
  const kept = new Set<string>()
  for (let at = 0; at < names.length; at += batch) {
    const some = names.slice(at, at + batch).filter((name) => /^[\da-f-]{36}$/.test(name))
    if (some.length === 0) continue
    const rows = await ctx.store.read.select({ id: files.id }).from(files).where(inArray(files.id, some))
    for (const { id } of rows) kept.add(id)
  }
  return kept
}

/** Removes trash older than seven days, and temporary or forgotten bytes older than an hour. */
export async function sweepFiles(ctx: JobContext, remove: Remove): Promise<void> {
  while ((await purgeExpired(ctx, remove)) === batch);
  await dropOld(ctx, incomingFolder(ctx.env.DATA_DIR), { remove, keep: new Set() })
  for (const serviceId of await namesIn(join(ctx.env.DATA_DIR, 'services'))) {
    const root = serviceFolder(ctx.env.DATA_DIR, serviceId)
    await dropOld(ctx, join(root, temporaryPath('')), { remove, keep: new Set() })
    const trash = join(root, trashPath(''))
    await dropOld(ctx, trash, { remove, keep: await ownedTrash(ctx, await namesIn(trash)) })
  }
}
