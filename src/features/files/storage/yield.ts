/** How long work in pieces may keep the event loop to itself. */
const limitMs = 8
/** How often the garbage of such work is collected. */
const collectMs = 500

let collectedAt = 0

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
    if (since - collectedAt < collectMs) return
    // Left to itself the collector waits until the heap has grown by half: over a long run that is most of the memory.
    collectedAt = since
    Bun.gc(false)
  }
}
