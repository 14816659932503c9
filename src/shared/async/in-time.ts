/** The result of the work; `late()` when it takes longer than `ms`, while the work continues and its failure is ignored. */
export async function inTime<T>(work: Promise<T>, ms: number, late: () => T): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const timer = setTimeout(() => resolve(late()), ms)
  work.then(resolve, reject)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}
