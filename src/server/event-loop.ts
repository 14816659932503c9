const beatMs = 20

/** How late the event loop is, and how much came meanwhile; `stop` ends the watching. */
export type LoopWatch = {
  /** Milliseconds that a request may have waited before anybody looked at it. */
  lateMs(): number
  /** Counts a request; answers how many came in the last turn of the loop, or this one if that is more. */
  arrived(): number
  stop(): void
}

/** Watches the event loop by a timer: by how much its last beat came late, or how long its next one is overdue. */
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

/** A loop that is never late: for a portal that somebody else watches, such as a test. */
export const idleLoop: Pick<LoopWatch, 'lateMs' | 'arrived'> = { lateMs: () => 0, arrived: () => 0 }
