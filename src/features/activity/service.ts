import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { type activityOutput, mostActivities } from './contract.ts'
import { readScope } from './scope.ts'

type Activity = Answer<typeof activityOutput>

const isOpen = ({ state }: Activity): boolean => state === 'running' || state === 'waiting'

const newestFirst = (one: Activity, other: Activity): number =>
  other.at.getTime() - one.at.getTime() || other.id.localeCompare(one.id)

/**
 * The caller's long-running work, newest first: everything in progress, and what ended within seven days, 50 at most. Read from
 * the rows of the work; nothing is stored twice.
 */
export async function listActivity(ctx: CustomerContext): Promise<Activity[]> {
  const scope = await readScope(ctx)
  const sources = ctx.features.flatMap(({ activity = [] }) => activity)
  const found = await Promise.all(
    sources.map(async ({ kind, list }) => (await list(ctx, scope)).map((each) => ({ ...each, kind }))),
  )
  const all = found.flat().sort(newestFirst)
  const over = all.filter((each) => !isOpen(each) && each.at >= scope.since)
  return [...all.filter(isOpen), ...over].slice(0, mostActivities).sort(newestFirst)
}
