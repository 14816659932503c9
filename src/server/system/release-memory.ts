const checkMs = 10_000
/** This many requests leave enough garbage to be worth a pause. */
const worthwhile = 500
/** Requests of probes and a few open screens between two checks are not a load. */
const quiet = 50

/** Drops compiled code, the largest part, which is compiled again when used, and releases freed memory. */
function releaseMemory(): void {
  Bun.shrink()
  Bun.gc(true)
}

/**
 * Releases memory to the system after the start and after each load. Bun does so only while completely idle, and a portal always
 * has tasks. It takes up to a quarter of a second, so not while requests are answered.
 */
export function releaseMemoryWhenIdle(
  counters: { requests: ReadonlyMap<string, number>; inFlight: number },
  act: () => void = releaseMemory,
): { stop(): void } {
  let seen = 0
  let since = worthwhile
  const timer = setInterval(() => {
    const total = [...counters.requests.values()].reduce((sum, count) => sum + count, 0)
    const fresh = total - seen
    seen = total
    since += fresh
    if (since < worthwhile || fresh >= quiet || counters.inFlight > 0) return
    since = 0
    act()
  }, checkMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
