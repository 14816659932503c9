import { notConnected } from '#features/engines/service/engines.ts'
import type { JobContext } from '#server/context.ts'
import { codeOf, isFileAs, removeAll } from '#server/system/disk.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import { auditDatabase } from '../rows/audit-database.ts'
import { credentialsOf, type DumpRow, isDump, namesOf } from '../rows/database-rows.ts'
import { publishDatabase } from '../rows/revision.ts'
import { dumpPath, writeDump } from '../storage/dump-file.ts'
import { describeTrouble } from './trouble.ts'

const noRoom = 'The server has no room for the dump. We will try again soon.'

async function store(ctx: JobContext, dump: DumpRow, values: Partial<DumpRow>): Promise<void> {
  const { databaseDumps } = ctx.store.t
  await ctx.store.tx(async (tx) => {
    await tx.update(databaseDumps).set(values).where(isDump(tx.t, dump))
    publishDatabase(tx, ctx, dump, values.status ?? dump.status)
  })
}

/** Writes the file, unless an earlier attempt did. @throws EngineUnavailable, EngineRefused */
async function dumpOnce(ctx: JobContext, dump: DumpRow): Promise<void> {
  const engine = ctx.databaseEngines[dump.dbType]
  if (dump.sha256 !== null && (await isFileAs(dumpPath(ctx.env.DATA_DIR, dump.id), dump))) return
  // Closed to writes while it is read; open connections end.
  await engine.ensure({ ...credentialsOf(ctx, dump), isOpen: false, allow: [] })
  const signal = ctx.databaseWork.ending
  const { content } = await engine.dump(namesOf(dump), signal)
  await store(ctx, dump, await writeDump(ctx, dump.id, content, signal))
}

/** Removes the database from the engine and from the portal. */
async function forget(ctx: JobContext, dump: DumpRow): Promise<void> {
  await ctx.databaseEngines[dump.dbType].remove(namesOf(dump))
  await ctx.store.tx(async (tx) => {
    await tx.delete(tx.t.databaseDumps).where(isDump(tx.t, dump))
    publishDatabase(tx, ctx, dump, 'deleted')
  })
  await removeAll(dumpPath(ctx.env.DATA_DIR, dump.id))
}

/**
 * Moves a deleted database from its engine into its dump, or stores in the row why that failed. Nothing is removed without a dump
 * until its retention ends. Called for one database at a time.
 */
export async function writeAndRemove(ctx: JobContext, dump: DumpRow): Promise<void> {
  const engine = ctx.databaseEngines[dump.dbType]
  try {
    if (notConnected(engine) !== null)
      throw new EngineUnavailable('The database server is not available. The dump is saved when it is back.')
    await engine.connect()
    if (dump.expiresAt <= ctx.now()) await forget(ctx, dump)
    else {
      await dumpOnce(ctx, dump)
      await engine.remove(namesOf(dump))
      await store(ctx, dump, { status: 'kept', reason: null })
      await ctx.store.tx((tx) => auditDatabase(tx, ctx, { action: 'database.dumped', row: dump }))
    }
    ctx.databaseWork.succeeded(dump.id)
  } catch (error) {
    if (ctx.databaseWork.ending.aborted) return
    ctx.databaseWork.failed(dump.id)
    const reason = codeOf(error) === 'ENOSPC' ? noRoom : describeTrouble(ctx, error, dump).reason
    if (reason !== dump.reason) await store(ctx, dump, { reason })
  }
}
