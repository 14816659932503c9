import { z } from 'zod'
import { domainStatuses } from '#features/zones/contract/domain-statuses.ts'

/** What answers say of a domain; `unknown` for a row that something else wrote. */
export const shownStatus = z.enum([...domainStatuses, 'unknown'])

/** The status of a row as answers say it. */
export const readStatus = (stored: string): z.output<typeof shownStatus> =>
  domainStatuses.find((status) => status === stored) ?? 'unknown'
