import type { RemoteInstance } from '#features/cloud-accounts/drivers/driver.ts'
import { after, minute, second } from '#shared/time.ts'
import type { Row } from '../entity.ts'

type InstanceRow = Row<'cloudInstances'>

/** The longest and the shortest time for which an action that the provider's lists do not show yet counts as in progress. */
const longestMs = 2 * minute
const shortestMs = 5 * second

/**
 * The status after a refresh. A provider's lists lag behind its actions: until one shows the result of the action, the
 * instance stays `in-progress`, for two minutes at most. An action that the provider itself reports stays in progress.
 */
function statusAfter(remote: RemoteInstance, row: InstanceRow | undefined, now: Date) {
  const settled = { status: remote.status as string, nextStatus: null }
  if (row?.status !== 'in-progress' || row.nextStatus === null) return settled
  const isEarly = now < after(row.updatedAt, shortestMs)
  const isLate = now >= after(row.updatedAt, longestMs)
  if (isLate || (remote.status === row.nextStatus && !isEarly)) return settled
  return { status: row.status, nextStatus: row.nextStatus }
}

export const refreshed = {
  list: 'instances' as const,
  keyOf: ({ instanceId }: { instanceId: string }) => instanceId,
  values: (remote: RemoteInstance, row: InstanceRow | undefined, now: Date) => ({
    ...remote,
    ...statusAfter(remote, row, now),
    nextStatusAt: null,
  }),
  isUnderWay: ({ status }: { status: string }) => status === 'in-progress' || status === 'pending',
  isAwaited: ({ nextStatus }: Partial<InstanceRow>) => nextStatus !== null,
}
