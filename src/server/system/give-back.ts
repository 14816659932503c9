const lookMs = 10_000
/** So many requests leave enough behind to be worth a pause. */
const worthwhile = 500
/** What probes and a few open screens ask between two looks is no load. */
const quiet = 50

/** Drops the code that was compiled, which counts most and is compiled again where it is used, and gives freed memory back. */
function giveBack(): void {
  Bun.shrink()
  Bun.gc(true)
}

/**
 * Gives memory back to the system after the start and after each load. Bun does so by itself only while nothing at all happens, and
 * a portal has its tasks. It takes up to a quarter of a second: not while requests are answered.
 */
export function giveBackWhenQuiet(
  counters: { requests: ReadonlyMap<string, number>; inFlight: number },
  act: () => void = giveBack,
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
  }, lookMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
