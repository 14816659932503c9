import { z } from 'zod'
import { id, instant } from '#shared/schema.ts'
import { blockStates } from './contract.ts'

/** Number of services on one page of a list. */
export const mostToday = 25

/** Without `ids`, all of the caller's services if they fit on one page; for a longer list, name those of one page. */
export const todayInput = z.object({
  ids: z.array(id).max(mostToday, `Name at most ${mostToday} services.`).optional(),
})

/**
 * The last 24 hours of a service, oldest first: bytes sent and page views by the half hour, null where nothing was
 * measured or counted, and uptime by the hour. `uptimePercent` is the share of the measured time, null when there is none.
 */
export const todayOutput = z.object({
  id: z.string(),
  from: instant,
  bytesOut: z.array(z.number().nullable()),
  pageViews: z.array(z.number().nullable()),
  uptimePercent: z.number().nullable(),
  strip: z.array(z.enum(blockStates)),
})
export type Today = z.output<typeof todayOutput>
