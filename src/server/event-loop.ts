const beatMs = 20

/** The lateness of the event loop and the number of requests that arrived meanwhile; `stop` ends the measurement. */
export type LoopWatch = {
  /** Milliseconds that a request may have waited before it was read. */
  lateMs(): number
  /** Counts a request; returns how many arrived in the last or the current turn of the loop, whichever is more. */
  arrived(): number
  stop(): void
}

/** Measures the event loop with a timer: by how much its last beat was late, or the next one is overdue. */
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

/** An event loop that is never late: for a portal whose load is measured outside this process, as in tests. */
export const idleLoop: Pick<LoopWatch, 'lateMs' | 'arrived'> = { lateMs: () => 0, arrived: () => 0 }
