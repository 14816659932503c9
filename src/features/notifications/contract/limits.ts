import { day } from '#shared/time.ts'

/** Stored notices per user, the newest. */
export const keptNotices = 500
export const noticeLifeMs = 90 * day
