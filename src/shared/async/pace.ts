import { second } from '../time.ts'

/** The minimum rate of a sender: this many bytes in each period of `ms`. */
export type Pace = { bytes: number; ms: number }

/** A sender below 15 kB a minute only blocks a slot that others wait for. */
export const lowestPace: Pace = { bytes: 15_360, ms: 60 * second }

export interface PaceWatch {
  /** Records that bytes arrived. */
  came(bytes: number): void
  /** Restarts the period. */
  renew(): void
  /** Stops watching. */
  stop(): void
}

type PaceCallbacks = {
  /** Whether we are not reading, so that nothing can arrive: that time does not count. */
  isHeld(): boolean
  giveUp(): void
}

/** Gives up once `bytes` take longer than `ms` to arrive. */
export function watchPace({ bytes, ms }: Pace, { isHeld, giveUp }: PaceCallbacks): PaceWatch {
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
