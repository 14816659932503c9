/** Runs work with the same key one after the other, in order of arrival; different keys do not wait for each other. */
export function createKeyedQueue() {
  const last = new Map<string, Promise<unknown>>()
  return {
    /** Runs the work once all earlier work with this key has ended, whether it succeeded or not. */
    inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
      const turn = (last.get(key) ?? Promise.resolve()).then(work, work)
      last.set(key, turn)
      const forget = () => {
        if (last.get(key) === turn) last.delete(key)
      }
      turn.then(forget, forget)
      return turn
    },
    /** Resolves once all work submitted so far has ended. */
    async settled(): Promise<void> {
      await Promise.allSettled(last.values())
    },
  }
}
