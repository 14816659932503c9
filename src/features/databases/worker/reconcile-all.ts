import { and, asc, inArray, notInArray, sql } from 'drizzle-orm'
import { databaseTypes } from '#features/engines/contract/kinds.ts'
import type { JobContext } from '#server/context.ts'
import { second } from '#shared/time.ts'
import type { DatabaseKey } from '../rows/database-rows.ts'
import { reconcile } from './reconcile.ts'

const pageSize = 100

/** Database types with a connected engine. Rows of other types would fill the pages. */
export const connectedTypes = ({ databaseEngines }: JobContext) =>
  databaseTypes.filter((type) => databaseEngines[type].mode !== 'off')

/** Rows ahead of their engine, without those being restored. */
async function listUnapplied(ctx: JobContext, except: string[]): Promise<DatabaseKey[]> {
  const { databases: d } = ctx.store.t
  const types = connectedTypes(ctx)
  if (types.length === 0) return []
  return ctx.store.read
    .select({ userId: d.userId, id: d.id })
    .from(d)
    .where(
      and(
        sql`revision > applied_revision and status <> 'failed'`,
        inArray(d.dbType, types),
        sql`(select count(*) from database_dumps k where k.user_id = ${d.userId} and k.id = ${d.id}) = 0`,
        except.length > 0 ? notInArray(d.id, except) : undefined,
      ),
    )
    .orderBy(asc(d.updatedAt), asc(d.id))
    .limit(pageSize)
}

/** Dumps to be written or restored. */
function listOpenDumps({ store }: JobContext, except: string[]): Promise<DatabaseKey[]> {
  const { databaseDumps: k } = store.t
  return store.read
    .select({ userId: k.userId, id: k.id })
    .from(k)
    .where(
      and(sql`status in ('writing', 'restoring')`, except.length > 0 ? notInArray(k.id, except) : undefined),
    )
    .orderBy(asc(k.createdAt), asc(k.id))
    .limit(pageSize)
}

type Listing = { list: (ctx: JobContext, except: string[]) => Promise<DatabaseKey[]>; atOnce: number }

/** Handles every listed row that is due; a slow one does not hold up the others. */
const reconcileEach =
  ({ list, atOnce }: Listing) =>
  async (ctx: JobContext, stopping: AbortSignal): Promise<void> => {
    const running = new Map<string, Promise<void>>()
    const seen = new Set<string>()
    try {
      for (let isMore = true; isMore && !stopping.aborted; ) {
        const places = await list(ctx, [...seen])
        isMore = places.length === pageSize
        for (const place of places) {
          seen.add(place.id)
          if (!ctx.databaseWork.isDue(place.id)) continue
          const ended = reconcile(ctx, place).finally(() => running.delete(place.id))
          running.set(place.id, ended)
          while (running.size >= atOnce && !stopping.aborted)
            await Promise.race([...running.values(), Bun.sleep(second)])
        }
      }
    } finally {
      await Promise.allSettled(running.values())
    }
  }

/** Applies every row that is ahead of its engine. */
export const reconcileDatabases = reconcileEach({ list: listUnapplied, atOnce: 8 })

/** Dumps and removes deleted databases, fills restored ones. */
export const reconcileDumps = reconcileEach({ list: listOpenDumps, atOnce: 2 })
