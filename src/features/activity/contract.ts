import { z } from 'zod'
import { instant } from '#shared/schema.ts'
import { day } from '#shared/time.ts'

/** Ended work is listed for this long; unfinished work is listed until it ends. */
export const windowMs = 7 * day
export const mostActivities = 50

/** `waiting` is for somebody's decision; `running` includes what waits for its turn. */
const activityStates = ['waiting', 'running', 'done', 'failed'] as const

/** A piece of a customer's long work, or what was done to a domain, a database or an email account. */
export const activityOutput = z.object({
  /** The same for as long as the work is listed. */
  id: z.string(),
  /** What its feature calls such work, such as `backup`. */
  kind: z.string(),
  state: z.enum(activityStates),
  /** `Full backup`. */
  title: z.string(),
  /** The service, project, domain, database or address it is about. */
  subject: z.string(),
  /** A sentence: what it is at, what it waits for, or why it failed. */
  detail: z.string().nullable(),
  /** 0 to 100, where it is known. */
  progress: z.number().nullable(),
  /** The page where it can be followed or put right; null when there is none. */
  href: z.string().nullable(),
  /** When it ended, else when it began. */
  at: instant,
})
export type Activity = z.output<typeof activityOutput>
