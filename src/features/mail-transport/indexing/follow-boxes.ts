import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { inArray } from 'drizzle-orm'
import { pageAccounts } from '#features/mailboxes/filing/page-accounts.ts'
import { warnOf } from '#features/mailboxes/filing/warn.ts'
import type { AccountKey } from '#features/mailboxes/service/rows.ts'
import type { JobContext } from '#server/context.ts'
import { isMissing, namesIn, removeAll, statOrNull } from '#server/system/disk.ts'
import { hour } from '#shared/time.ts'
import { spoolFolder } from '../receiving/intake.ts'
import { reindexBox } from './reindex.ts'

const perQuery = 500
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The stamp of each box at its last scan; an unchanged stamp means an unchanged box. */
export function createBoxFollower() {
  const stamps = new Map<string, string>()
  let last: AccountKey | null = null
  return {
    /** Scans the next accounts by id; boxes unchanged since the last scan are skipped. */
    async follow(ctx: JobContext, stopping: AbortSignal): Promise<void> {
      const { places, next } = await pageAccounts(ctx.store, last)
      last = next
      for (const place of places) {
        if (stopping.aborted) return
        const box = { userId: place.userId, accountId: place.id }
        const stamp = await ctx.mailboxes.stamp(box)
        if (stamps.get(place.id) === stamp) continue
        try {
          if (!stamps.has(place.id)) await ctx.mailboxes.sweep(box)
          const { isUnsettled } = await reindexBox(ctx, place)
          if (isUnsettled) stamps.delete(place.id)
          else stamps.set(place.id, stamp)
        } catch (error) {
          warnOf(ctx.log, 'a mailbox could not be indexed', error, { account: place.id })
        }
      }
    },
  }
}

/** Removes boxes without an account, and files of interrupted deliveries, after an hour. */
export async function sweepBoxes(ctx: JobContext): Promise<void> {
  const root = join(ctx.env.DATA_DIR, 'mail')
  const { emailAccounts: a } = ctx.store.t
  const isOld = async (path: string) => {
    const found = await statOrNull(path)
    return found !== null && ctx.now().getTime() - found.mtimeMs > hour
  }
  for (const name of await namesIn(spoolFolder(ctx.env.DATA_DIR))) {
    const path = join(spoolFolder(ctx.env.DATA_DIR), name)
    if (await isOld(path)) await removeAll(path)
  }
  const names = await readdir(root).catch((error) => {
    if (isMissing(error)) return []
    throw error
  })
  const old: string[] = []
  for (const name of names) if (uuid.test(name) && (await isOld(join(root, name)))) old.push(name)
  for (let at = 0; at < old.length; at += perQuery) {
    const ids = old.slice(at, at + perQuery)
    // Other queries find accounts by owner.
    const rows = await ctx.store.readLong((read) =>
      read.select({ id: a.id }).from(a).where(inArray(a.id, ids)),
    )
    const known = new Set(rows.map(({ id }) => id))
    for (const id of ids) if (!known.has(id)) await ctx.mailboxes.removeBox({ userId: '', accountId: id })
  }
}
