import { maxPage } from '#shared/max-page.ts'

/** Days for which the data of a service that has ended is kept, and an administrator can bring it back. */
export const keptDays = 30

/**
 * Whether a service has ended, by the list of those that have not. While that is on its way none has, nor where there may be
 * more than it holds.
 */
export const isEnded = (listed: readonly { id: string }[] | undefined, serviceId: string | null): boolean =>
  listed !== undefined &&
  listed.length < maxPage &&
  serviceId !== null &&
  !listed.some(({ id }) => id === serviceId)
