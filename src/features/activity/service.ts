import type { CustomerContext } from '#server/context.ts'
import { mostActivities } from './contract.ts'
import { readScope, type Told } from './scope.ts'
import { tellBackups } from './sources/backups.ts'
import { tellOrders } from './sources/orders.ts'
import { tellPublishes } from './sources/publishes.ts'
import { tellRestarts } from './sources/restarts.ts'
import { tellRestores } from './sources/restores.ts'

const isOpen = ({ state }: Told): boolean => state === 'running' || state === 'waiting'

const newestFirst = (one: Told, other: Told): number =>
  other.at.getTime() - one.at.getTime() || other.id.localeCompare(one.id)

/**
 * The caller's long work, newest first: everything that is under way, and what ended within seven days, 50 at most. It is
 * read from the rows of the work itself: nothing of it is stored twice.
 */
export async function listActivity(ctx: CustomerContext): Promise<Told[]> {
  const scope = await readScope(ctx)
  const told = await Promise.all([
    tellBackups(ctx, scope),
    tellRestores(ctx, scope),
    tellOrders(ctx, scope),
    tellRestarts(scope),
    tellPublishes(ctx, scope),
  ])
  const all = told.flat().sort(newestFirst)
  const over = all.filter((each) => !isOpen(each) && each.at >= scope.since)
  return [...all.filter(isOpen), ...over].slice(0, mostActivities).sort(newestFirst)
}
