import { minute } from '#shared/time.ts'

/** Length of a slot, the step of rollups. */
export const slotMs = 5 * minute

/** Which five minutes since 1970 an instant lies in; midnight IST begins one. */
export const slotOf = (instant: Date): number => Math.floor(instant.getTime() / slotMs)

/** The instant at which a slot begins. */
export const startOfSlot = (slot: number): Date => new Date(slot * slotMs)
