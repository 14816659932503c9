import { day, hour, minute, second } from '#shared/time.ts'

export const maxWebhooks = 10
export const maxPerMinute = 60
export const timeoutMs = 10 * second
/** The stored part of a response; at most `readBytes` are read. */
export const storedBytes = 1_024
export const readBytes = 16 * 1_024
export const deliveryLifeMs = 30 * day
/** The delay before each attempt; after the last one the delivery fails. */
export const attemptDelaysMs = [0, 30 * second, 2 * minute, 10 * minute, hour, 6 * hour] as const
/** A webhook is disabled when all deliveries failed for this long. */
export const failingDays = 3
/** How long the old secret still signs after a rotation. */
export const rotationMs = day
