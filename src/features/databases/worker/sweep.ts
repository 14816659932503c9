import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { and, inArray, lte } from 'drizzle-orm'
import { bringBack, listQuarantine, quarantine } from '#features/files/storage/quarantine.ts'
import type { JobContext } from '#server/context.ts'
import { namesIn, removeAll } from '#server/system/disk.ts'
import { readId } from '#shared/schema.ts'
import { hour } from '#shared/time.ts'
import { auditDatabase } from '../rows/audit-database.ts'
import { isDump } from '../rows/database-rows.ts'
import { dumpFolder, dumpPath } from '../storage/dump-file.ts'

const batch = 100
/** Younger files may belong to running work. */
const graceMs = hour

/** Deletes expired dumps with their files. */
export async function purgeDumps(ctx: JobContext): Promise<void> {
  const { databaseDumps: k } = ctx.store.t
  const isPurgeable = and(lte(k.expiresAt, ctx.now()), inArray(k.status, ['kept', 'failed']))
  const rows = await ctx.store.read.select().from(k).where(isPurgeable).limit(batch)
  for (const row of rows) {
    // A restore may have begun since.
    const isPurged = await ctx.store.tx(async (tx) => {
      const gone = await tx
        .delete(k)
        .where(and(isDump(tx.t, row), isPurgeable))
        .returning({ id: k.id })
      if (gone.length > 0) await auditDatabase(tx, ctx, { action: 'database.purge', row })
      return gone.length > 0
    })
    // Deletes the row first: the sweep removes a file without a row, but a row without its file cannot be restored.
    if (isPurged) await removeAll(dumpPath(ctx.env.DATA_DIR, row.id))
  }
}

const isOld = async (path: string): Promise<boolean> => {
  const stats = await stat(path).catch(() => null)
  // File times come from the system clock, not the portal's.
  return stats !== null && stats.mtimeMs < performance.timeOrigin + performance.now() - graceMs
}

async function knownIds({ store }: JobContext, names: readonly string[]): Promise<Set<string>> {
  const { id } = store.t.databaseDumps
  const ids = names.map((name) => readId(name.split('.')[0] ?? ''))
  const rows = await store.readLong((read) =>
    read.select({ id }).from(store.t.databaseDumps).where(inArray(id, ids)),
  )
  return new Set(rows.map((row) => row.id))
}

const quarantined = /^database-dumps\/([\da-f-]{36})\.dump$/

/** Quarantines files without a row, brings them back once their row exists again, and deletes drafts after an hour. */
export async function sweepDumps(ctx: JobContext): Promise<void> {
  const held = (await listQuarantine(ctx.env.DATA_DIR)).filter(({ path }) => quarantined.test(path))
  const back = await knownIds(
    ctx,
    held.map(({ path }) => quarantined.exec(path)?.[1] ?? ''),
  )
  for (const each of held) if (back.has(quarantined.exec(each.path)?.[1] ?? '')) await bringBack(ctx, each)
  const folder = dumpFolder(ctx.env.DATA_DIR)
  const names = await namesIn(folder)
  const known = await knownIds(ctx, names)
  for (const name of names) {
    const isKnown = known.has(readId(name.split('.')[0] ?? ''))
    if ((isKnown && name.endsWith('.dump')) || !(await isOld(join(folder, name)))) continue
    if (!name.endsWith('.tmp')) await quarantine(ctx, join(folder, name))
    else if (!isKnown) await removeAll(join(folder, name))
  }
}
