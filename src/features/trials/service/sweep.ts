import { join } from 'node:path'
import type { JobContext } from '#server/context.ts'
import { namesIn, removeAll, statOrNull } from '#server/system/disk.ts'
import { hour } from '#shared/time.ts'
import { trialsFolder } from './folders.ts'
import { removeTrial } from './remove.ts'
import { isOver } from './rows.ts'

/** Folders without a row: abandoned uploads, and sites whose row was deleted just before a crash. */
async function removeForgotten({ store, env, now }: JobContext): Promise<void> {
  const { trials } = store.t
  const folder = trialsFolder(env.DATA_DIR)
  const names = await namesIn(folder)
  if (names.length === 0) return
  const rows = await store.read.select({ id: trials.id }).from(trials)
  const known = new Set(rows.map(({ id }) => id))
  for (const name of names.filter((each) => !known.has(each))) {
    const found = await statOrNull(join(folder, name))
    // By the clock of the file system, which the portal also uses; younger ones may be in progress.
    if (found && found.ctimeMs <= now().getTime() - hour) await removeAll(join(folder, name))
  }
}

/** Deletes expired temporary sites and files that belong to none. */
export async function sweepTrials(ctx: JobContext): Promise<void> {
  const { trials } = ctx.store.t
  const over = isOver(ctx.store.t, ctx.now())
  const rows = await ctx.store.read.select({ id: trials.id }).from(trials).where(over)
  // Checked again: a customer may have kept it since it was read.
  for (const { id } of rows) await removeTrial(ctx, id, { which: over })
  await removeForgotten(ctx)
}
