import { day } from '#shared/time.ts'

/** Notices of one user, the newest. */
export const keptNotices = 500
export const noticeLifeMs = 90 * day
