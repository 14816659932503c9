import { second } from '../time.ts'

/** What somebody has to send at least: so many bytes within so many ms, again and again. */
export type Pace = { bytes: number; ms: number }

/** What is slower than 15 kB a minute only holds a place that others wait for. */
export const lowestPace: Pace = { bytes: 15_360, ms: 60 * second }

export interface PaceWatch {
  /** So much has come. */
  came(bytes: number): void
  /** The time begins anew. */
  renew(): void
  /** Nothing is given up any more. */
  stop(): void
}

type Watched = {
  /** Whether nothing can come now, because we do not take it: that time does not count. */
  isHeld(): boolean
  giveUp(): void
}

/** Gives up once `bytes` take longer than `ms` to come. */
export function watchPace({ bytes, ms }: Pace, { isHeld, giveUp }: Watched): PaceWatch {
  let missing = bytes
  let timer: Timer
  let isStopped = false
  const begin = () => {
    missing = bytes
    timer = setTimeout(() => (isHeld() ? begin() : giveUp()), ms)
  }
  begin()
  const renew = () => {
    clearTimeout(timer)
    if (!isStopped) begin()
  }
  return {
    renew,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
    came(more) {
      missing -= more
      if (missing <= 0) renew()
    },
  }
}
