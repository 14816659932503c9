import { minute } from '#shared/time.ts'

/** Length of a slot, the step of rollups. */
export const slotMs = 5 * minute

/** The number of an instant's five-minute slot since 1970; midnight IST begins one. */
export const slotOf = (instant: Date): number => Math.floor(instant.getTime() / slotMs)

/** The instant at which a slot begins. */
export const startOfSlot = (slot: number): Date => new Date(slot * slotMs)
