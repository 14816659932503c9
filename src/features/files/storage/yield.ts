/** How long work in pieces may keep the event loop to itself. */
const limitMs = 8
/** How often the garbage of such work is looked at. */
const lookMs = 500
/** So much more memory than after the last collection makes the next one worth its pause. */
const growthBytes = 32 * 1_024 * 1_024

let lookedAt = 0
let leastBytes = Number.POSITIVE_INFINITY

/**
 * Left to itself the collector waits until the heap has grown by half, and a hint alone changes little: over a long run
 * garbage would be most of the memory.
 */
function collectGarbage(now: number): void {
  if (now - lookedAt < lookMs) return
  lookedAt = now
  const before = process.memoryUsage.rss()
  leastBytes = Math.min(leastBytes, before)
  if (before < leastBytes + growthBytes) return
  Bun.gc(true)
  leastBytes = process.memoryUsage.rss()
}

/**
 * A function for long loops: it lets everything else have its turn whenever the loop has run for some milliseconds.
 * Awaiting a read of SQLite or of a buffer does not, since those are there at once.
 */
export function createYield(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < limitMs) return
    await new Promise((resolve) => setImmediate(resolve))
    since = performance.now()
    collectGarbage(since)
  }
}
