import { z } from 'zod'
import { instant } from '#shared/schema.ts'
import { day } from '#shared/time.ts'

/** Ended work is listed for this long; unfinished work is listed until it ends. */
export const windowMs = 7 * day
export const mostActivities = 50

/** `waiting` waits for somebody's decision; `running` includes queued work. */
const activityStates = ['waiting', 'running', 'done', 'failed'] as const

/** One long-running operation of a customer, or a change of a domain, database or email account. */
export const activityOutput = z.object({
  /** Stays the same as long as the entry is listed. */
  id: z.string(),
  /** The feature's name for such work, such as `backup`. */
  kind: z.string(),
  state: z.enum(activityStates),
  /** `Full backup`. */
  title: z.string(),
  /** The service, project, domain, database or address it is about. */
  subject: z.string(),
  /** A sentence: the current step, what it waits for, or why it failed. */
  detail: z.string().nullable(),
  /** 0 to 100, where it is known. */
  progress: z.number().nullable(),
  /** The page to follow or fix it; null when there is none. */
  href: z.string().nullable(),
  /** When it ended, else when it began. */
  at: instant,
})
export type Activity = z.output<typeof activityOutput>
