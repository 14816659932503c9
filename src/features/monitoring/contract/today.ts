import { z } from 'zod'
import { id, instant } from '#shared/schema.ts'
import { blockStates } from './contract.ts'

/** Services of one page of a list. */
export const mostToday = 25

/** Without `ids` all of the caller's, if they are no more than a page; of a longer list those of a page are to be named. */
export const todayInput = z.object({
  ids: z.array(id).max(mostToday, `At most ${mostToday} at once.`).optional(),
})

/**
 * The last 24 hours of a service, oldest first: bytes to visitors and page views by the half hour, null where nobody
 * measured or counted, and by the hour whether it was up. `uptimePercent` is the share of the measured time, null when there is none.
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
