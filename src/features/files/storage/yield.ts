/** How long batched work may block the event loop. */
const limitMs = 8
/** How often such work checks its garbage. */
const lookMs = 500
/** Memory growth since the last collection that makes the next one worth its pause. */
const growthBytes = 32 * 1_024 * 1_024

let lookedAt = 0
let leastBytes = Number.POSITIVE_INFINITY

/**
 * Without this the collector waits until the heap has grown by half, and a hint changes little: over a long run most of the
 * memory would be garbage.
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
 * Yields to the event loop whenever a long loop has run for some milliseconds. Awaiting a read of SQLite or of a buffer does not
 * yield, because those resolve immediately.
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
