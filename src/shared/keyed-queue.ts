/** Runs work of the same key one after the other, in the order in which it came; different keys do not wait for each other. */
export function createKeyedQueue() {
  const last = new Map<string, Promise<unknown>>()
  return {
    /** Does the work when all that came before it under this key has ended, whether it succeeded or not. */
    inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
      const turn = (last.get(key) ?? Promise.resolve()).then(work, work)
      last.set(key, turn)
      const forget = () => {
        if (last.get(key) === turn) last.delete(key)
      }
      turn.then(forget, forget)
      return turn
    },
    /** Resolves once all that came so far has ended. */
    async settled(): Promise<void> {
      await Promise.allSettled(last.values())
    },
  }
}
