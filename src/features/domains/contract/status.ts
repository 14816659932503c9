import { z } from 'zod'
import { domainStatuses } from '#features/zones/contract/domain-statuses.ts'

/** Domain status in answers; `unknown` for an unrecognized value in a row. */
export const shownStatus = z.enum([...domainStatuses, 'unknown'])

/** The status of a row for answers. */
export const readStatus = (stored: string): z.output<typeof shownStatus> =>
  domainStatuses.find((status) => status === stored) ?? 'unknown'
