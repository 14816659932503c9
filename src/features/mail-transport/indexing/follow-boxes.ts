import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { inArray } from 'drizzle-orm'
import { pageAccounts } from '#features/mailboxes/filing/page-accounts.ts'
import { warnOf } from '#features/mailboxes/filing/warn.ts'
import type { Place } from '#features/mailboxes/service/rows.ts'
import type { JobContext } from '#server/context.ts'
import { isMissing, namesIn, removeAll, statOrNull } from '#server/system/disk.ts'
import { hour } from '#shared/time.ts'
import { spoolFolder } from '../receiving/intake.ts'
import { reindexBox } from './reindex.ts'

const perQuery = 500
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** As of when each box was looked at: the stamp by which it has not changed since. */
export function createBoxFollower() {
  const stamps = new Map<string, string>()
  let last: Place | null = null
  return {
    /** The next accounts by id; a box that nobody changed since the last time is left alone. */
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
          warnOf(ctx.log, 'a mailbox could not be compared with its rows', error, { account: place.id })
        }
      }
    },
  }
}

/** Boxes whose account is gone, and drafts of deliveries that were cut off, are gone an hour later. */
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
    // Accounts are found by their owners otherwise.
    const rows = await ctx.store.readLong((read) =>
      read.select({ id: a.id }).from(a).where(inArray(a.id, ids)),
    )
    const known = new Set(rows.map(({ id }) => id))
    for (const id of ids) if (!known.has(id)) await ctx.mailboxes.removeBox({ userId: '', accountId: id })
  }
}
