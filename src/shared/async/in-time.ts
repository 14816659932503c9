/** What the work comes to; `late()` when that takes longer than `ms`, while the work goes on and nobody hears of its failure. */
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
