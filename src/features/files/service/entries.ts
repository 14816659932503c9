import { and, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { OwnService } from '#features/services/service.ts'
import { limitReached } from '#shared/errors.ts'
import { readTotals, sumTotals } from './totals.ts'

/** The disk space of the smallest file, and the minimum file limit of a service. */
const blockBytes = 4 * 1_024
export const leastEntries = 1_000

/** The file limit of a service: one per disk block of its plan, since an empty file takes space too. */
export const mostEntries = ({ limits }: Pick<OwnService, 'limits'>): number =>
  Math.max(leastEntries, Math.floor(limits.diskBytes / blockBytes))

/**
 * Checks the number of files and folders of a service, including its trash.
 * @throws LIMIT_REACHED when this many more would be too many
 */
export async function assertEntries(tx: Tx, service: OwnService, more: number): Promise<void> {
  if (more === 0) return
  const { files } = tx.t
  const { id: serviceId, userId } = service
  const most = mostEntries(service)
  const live = sumTotals(await readTotals(tx, { userId, serviceId }))
  const inTrash = and(eq(files.userId, userId), eq(files.serviceId, serviceId), isNotNull(files.deletedAt))
  const trashed = await tx.$count(files, inTrash)
  const used = live.files + live.folders + trashed
  if (used + more > most)
    throw limitReached(
      `This site can hold up to ${most.toLocaleString('en')} files and folders, including the trash.`,
      { limit: most, used },
    )
}
