import { and, eq, isNotNull, isNull, not, or, type SQL } from 'drizzle-orm'
import { isDue } from '#db/clock.ts'
import type { Store } from '#db/types.ts'
import { trialPrefix } from '#features/hosting/gateway/sites/trial-site.ts'
import type { Deps } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { trialOutput } from '../contract/contract.ts'
import { lifeMs, longestLifeMs } from '../contract/limits.ts'

export type TrialRow = Store['t']['trials']['$inferSelect']

/** @throws NOT_FOUND unless temporary sites are offered, as for any unknown path */
export function assertOffered({ env }: Pick<Deps, 'env'>): void {
  if (!env.TRY_SITES) throw notFound('This path')
}

/** Expired sites, including those stored while the clock ran ahead. */
export function isOver({ trials }: Pick<Store['t'], 'trials'>, now: Date): SQL {
  const { expiresAt, userId } = trials
  const ofVisitors = and(isNull(userId), isDue(expiresAt, { now, longestMs: lifeMs }))
  const kept = and(isNotNull(userId), isDue(expiresAt, { now, longestMs: longestLifeMs }))
  return or(ofVisitors, kept) as SQL
}

/** The temporary site of this name, until it expires. */
export async function findLive({ store, now }: Pick<Deps, 'store' | 'now'>, name: string) {
  const { trials } = store.t
  const [row] = await store.read
    .select()
    .from(trials)
    .where(and(eq(trials.name, name), not(isOver(store.t, now()))))
  return row
}

/** Its public URL; null while the gateway is down. */
export function trialUrl({ sitesOrigin }: Pick<Deps, 'sitesOrigin'>, name: string): string | null {
  const origin = sitesOrigin()
  return origin === null ? null : `${origin}${trialPrefix}/${name}/`
}

const stateOf = ({ userId, orderId }: TrialRow) => {
  if (orderId !== null) return 'ordered'
  return userId === null ? 'temporary' : 'kept'
}

export const presentTrial = (deps: Pick<Deps, 'sitesOrigin'>, row: TrialRow): Answer<typeof trialOutput> => ({
  name: row.name,
  url: trialUrl(deps, row.name),
  files: row.files,
  bytes: row.bytes,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  state: stateOf(row),
  problem: row.problem,
})
