import { maxPage } from '#shared/max-page.ts'

/** Days for which an ended service's data is stored and an administrator can restore it. */
export const keptDays = 30

/** Whether a service has ended, judged by the list of the others. False while the list is loading or may be incomplete. */
export const isEnded = (listed: readonly { id: string }[] | undefined, serviceId: string | null): boolean =>
  listed !== undefined &&
  listed.length < maxPage &&
  serviceId !== null &&
  !listed.some(({ id }) => id === serviceId)
