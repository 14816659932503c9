import { and, asc, inArray, notInArray, sql } from 'drizzle-orm'
import type { JobContext } from '#server/context.ts'
import { warnOf } from '#server/log.ts'
import { second } from '#shared/time.ts'
import { databaseTypes } from '../contract/rules.ts'
import { isDump, type Place } from '../service/rows.ts'
import { applyDatabase } from './apply.ts'

/** The engine follows the row of one database, unless its restore is under way, which does that itself. Never fails. */
export async function followSoon(ctx: JobContext, place: Place): Promise<void> {
  const { store, databaseWork, log } = ctx
  try {
    await databaseWork.alone(place.id, async () => {
      const isRestoring = (await store.read.$count(store.t.databaseDumps, isDump(store.t, place))) > 0
      if (!isRestoring) await applyDatabase(ctx, place)
    })
  } catch (error) {
    warnOf(log, 'a database was left for later', error, { database: place.id })
  }
}

const atOnce = 8
const pageSize = 100

/** Kinds of databases whose engine is connected: rows of the others wait, and would stand in the way. */
export const connectedTypes = ({ databaseEngines }: JobContext) =>
  databaseTypes.filter((type) => databaseEngines[type].mode !== 'off')

async function listUnapplied(ctx: JobContext, except: readonly string[]): Promise<Place[]> {
  const { databases: d } = ctx.store.t
  const types = connectedTypes(ctx)
  if (types.length === 0) return []
  const rows = await ctx.store.read
    .select({ userId: d.userId, id: d.id })
    .from(d)
    .where(
      and(
        sql`revision > applied_revision and status <> 'failed'`,
        inArray(d.dbType, types),
        except.length > 0 ? notInArray(d.id, [...except]) : undefined,
      ),
    )
    .orderBy(asc(d.updatedAt), asc(d.id))
    .limit(pageSize)
  return rows
}

/** The engines follow every row that is ahead of them and due; a slow engine does not keep the others waiting. */
export async function followAll(ctx: JobContext, stopping: AbortSignal): Promise<void> {
  const running = new Map<string, Promise<void>>()
  const seen = new Set<string>()
  try {
    while (!stopping.aborted) {
      const ahead = await listUnapplied(ctx, [...seen])
      for (const place of ahead) {
        seen.add(place.id)
        if (!ctx.databaseWork.isDue(place.id)) continue
        const ended = followSoon(ctx, place).finally(() => running.delete(place.id))
        running.set(place.id, ended)
        while (running.size >= atOnce && !stopping.aborted)
          await Promise.race([...running.values(), Bun.sleep(second)])
      }
      if (ahead.length < pageSize) return
    }
  } finally {
    await Promise.allSettled(running.values())
  }
}
