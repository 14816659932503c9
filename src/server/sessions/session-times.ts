import { after, day, hour, minute } from '#shared/time.ts'

/** An unused session ends after this time. */
export const sessionLifeMs = 30 * day
/** Every session ends after this time, however much it is used (ASVS 5.0 7.3.2). */
const absoluteLifeMs = 90 * day
/** An administrator's unused session ends after this time (ASVS 5.0 7.3.1). */
const administratorIdleMs = 12 * hour
/** The interval at which a session in use is renewed, instead of at every request. */
const renewAfterMs = { administrator: 30 * minute, others: 15 * day }

/** The times in the row of a session; `expire` is 30 days after it was created or last renewed. */
export type Times = { expire: Date; createdAt: Date }

const renewedAt = ({ expire }: Times): Date => after(expire, -sessionLifeMs)

/** When a session ends unless it is used before; `isAdmin` is the current value. */
export function endOf(times: Times, isAdmin: boolean): Date {
  const last = after(times.createdAt, absoluteLifeMs)
  const idle = isAdmin ? after(renewedAt(times), administratorIdleMs) : times.expire
  return new Date(Math.min(idle.getTime(), last.getTime()))
}

/** Whether a session used now should be renewed. */
export const isDueForRenewal = (times: Times, isAdmin: boolean, now: Date): boolean =>
  now.getTime() - renewedAt(times).getTime() > renewAfterMs[isAdmin ? 'administrator' : 'others']
