import { day, formatClock, formatDay } from '#shared/time.ts'

/** A moment under a chart that spans so many milliseconds: five marks of less than two days would repeat the same day. */
export const formatTick = (time: number, span: number): string =>
  (span < 2 * day ? formatClock : formatDay)(new Date(time))
