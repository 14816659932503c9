/** Limits concurrent work; the rest waits in order. */
export function createTurns(atOnce: number) {
  const waiting = new Set<() => void>()
  let taken = 0
  const call = () => {
    for (const start of waiting) {
      if (taken >= atOnce) return
      waiting.delete(start)
      taken += 1
      start()
    }
  }
  return {
    /** Calls `start` in turn; the returned function ends the turn, or the wait for it. */
    take(start: () => void): () => void {
      let hasBegun = false
      let hasLeft = false
      const begin = () => {
        hasBegun = true
        start()
      }
      waiting.add(begin)
      call()
      return () => {
        if (hasLeft) return
        hasLeft = true
        waiting.delete(begin)
        if (hasBegun) taken -= 1
        call()
      }
    },
  }
}
