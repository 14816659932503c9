const beatMs = 20

/** How late the event loop is, and how many requests arrived meanwhile; `stop` ends the measurement. */
export type LoopWatch = {
  /** Milliseconds that a request may have waited before it was read. */
  lateMs(): number
  /** Counts a request; returns how many arrived in the last turn of the loop, or in this one if that is more. */
  arrived(): number
  stop(): void
}

/** Measures the event loop with a timer: by how much its last beat was late, or how long the next one is overdue. */
export function watchLoop(now: () => number = () => performance.now()): LoopWatch {
  let beatAt = now()
  let late = 0
  let current = 0
  let last = 0
  const timer = setInterval(() => {
    const at = now()
    late = at - beatAt - beatMs
    beatAt = at
    last = current
    current = 0
  }, beatMs)
  timer.unref()
  return {
    lateMs: () => Math.max(0, late, now() - beatAt - beatMs),
    arrived() {
      current += 1
      return Math.max(current, last)
    },
    stop: () => clearInterval(timer),
  }
}

/** A loop that is never late: for a portal that is monitored elsewhere, such as a test's. */
export const idleLoop: Pick<LoopWatch, 'lateMs' | 'arrived'> = { lateMs: () => 0, arrived: () => 0 }
