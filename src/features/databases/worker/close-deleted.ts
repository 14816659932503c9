import { notConnected } from '#features/engines/service/engines.ts'
import type { JobContext } from '#server/context.ts'
import { credentialsOf, type DatabaseKey, isDump } from '../rows/database-rows.ts'
import { warnOfDatabase } from './describe-failure.ts'

/**
 * Ends and refuses connections to a deleted database while its dump is queued. On failure, this is done before the dump is
 * written. Never fails.
 */
export async function closeDeleted(ctx: JobContext, place: DatabaseKey): Promise<void> {
  const { read, t } = ctx.store
  const close = async () => {
    const [dump] = await read.select().from(t.databaseDumps).where(isDump(t, place))
    if (dump?.status !== 'writing') return
    const engine = ctx.databaseEngines[dump.dbType]
    if (notConnected(engine) === null)
      await engine.ensure({ ...credentialsOf(ctx, dump), isOpen: false, allow: [] })
  }
  try {
    await ctx.databaseWork.alone(place.id, close)
  } catch (error) {
    warnOfDatabase(ctx.log, 'a deleted database could not be closed yet', error, place.id)
  }
}
