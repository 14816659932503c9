import type { CustomerContext } from '#server/context.ts'
import { inTime } from '#shared/async/in-time.ts'
import type { Answer } from '#shared/schema.ts'
import { second } from '#shared/time.ts'
import type { engineOutput } from '../contract/contract.ts'
import type { DatabaseEngine } from '../contract/database-engine.ts'
import { databaseTypes, typeNames } from '../contract/kinds.ts'

/** Screens wait this long for an engine's answer. */
export const patienceMs = 3 * second

/** Why databases of an engine wait, as a sentence for a customer; null while it is connected. */
export const notConnected = ({ mode, type }: Pick<DatabaseEngine, 'mode' | 'type'>): string | null =>
  mode === 'off' ? `${typeNames[type]} is not available yet. Your database will be created when it is.` : null

async function describe(
  { user }: CustomerContext,
  engine: DatabaseEngine,
): Promise<Answer<typeof engineOutput>> {
  const { type, remoteAccessProblem } = engine
  const missing = notConnected(engine)
  if (missing !== null) {
    const message = user.isAdmin && engine.advice ? `${missing} ${engine.advice}` : missing
    return { type, isConnected: false, message, remoteAccessProblem }
  }
  const isHealthy = await inTime(
    engine.check().then((health) => health.isHealthy),
    patienceMs,
    () => false,
  )
  const down = `${typeNames[type]} is not responding right now. Your database will be created when it is back.`
  return { type, isConnected: isHealthy, message: isHealthy ? null : down, remoteAccessProblem }
}

/** Types to choose from for a new database; only administrators see how to connect a missing engine. */
export const listEngines = (ctx: CustomerContext): Promise<Answer<typeof engineOutput>[]> =>
  Promise.all(databaseTypes.map((type) => describe(ctx, ctx.databaseEngines[type])))
