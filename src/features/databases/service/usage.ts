import { and, asc, eq, gte } from 'drizzle-orm'
import { maxConnections } from '#features/engines/contract/kinds.ts'
import { patienceMs } from '#features/engines/service/engines.ts'
import type { CustomerContext } from '#server/context.ts'
import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import { inTime } from '#shared/async/in-time.ts'
import type { Answer } from '#shared/schema.ts'
import { after, day } from '#shared/time.ts'
import type { usageOutput } from '../contract/contract.ts'
import { type DatabaseRow, findDatabase } from '../rows/database-rows.ts'
import { toMb } from './present.ts'

const shownMs = 30 * day

/** The engine's figures; null when it does not answer in time or has no such database. */
async function ask<T>(question: Promise<T>): Promise<T | null> {
  return inTime<T | null>(question, patienceMs, () => null).catch((error) => {
    if (error instanceof EngineUnavailable || error instanceof EngineRefused) return null
    throw error
  })
}

async function lookNow(ctx: CustomerContext, { dbType, networkName, appliedRevision }: DatabaseRow) {
  const engine = ctx.databaseEngines[dbType]
  if (engine.mode === 'off' || appliedRevision === 0) return { connections: null, slow: null }
  const [usage, slow] = await Promise.all([
    ask(engine.measure([networkName])),
    ask(engine.readSlow(networkName)),
  ])
  return { connections: usage?.get(networkName)?.connections ?? null, slow }
}

/** Current and past sizes (thirty days) and slow statements of one of the caller's databases. @throws NOT_FOUND */
export async function readUsage(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answer<typeof usageOutput>> {
  const row = await findDatabase(ctx, id)
  const { databaseSamples: s } = ctx.store.t
  const [samples, present] = await Promise.all([
    ctx.store.read
      .select({ at: s.measuredAt, bytes: s.sizeBytes, connections: s.connections })
      .from(s)
      .where(
        and(eq(s.userId, row.userId), eq(s.databaseId, id), gte(s.measuredAt, after(ctx.now(), -shownMs))),
      )
      .orderBy(asc(s.measuredAt)),
    lookNow(ctx, row),
  ])
  return {
    samples: samples.map(({ at, bytes, connections }) => ({ at, size: toMb(bytes), connections })),
    ...present,
    maxConnections,
    measuredAt: samples.at(-1)?.at ?? null,
  }
}
