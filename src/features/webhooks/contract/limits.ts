import { day, hour, minute, second } from '#shared/time.ts'

export const mostWebhooks = 10
export const mostPerMinute = 60
export const timeoutMs = 10 * second
/** Of an answer, what is kept; more than `readBytes` is not read at all. */
export const keptBytes = 1_024
export const readBytes = 16 * 1_024
export const deliveryLifeMs = 30 * day
/** The wait before each attempt; after the last one the delivery has failed. */
export const attemptDelaysMs = [0, 30 * second, 2 * minute, 10 * minute, hour, 6 * hour] as const
/** A webhook whose deliveries have all failed for this long is disabled. */
export const failingDays = 3
/** How long the former secret still signs after a rotation. */
export const rotationMs = day
