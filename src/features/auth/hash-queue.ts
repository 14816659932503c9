import { DomainError } from '#shared/errors.ts'

const retryAfterSeconds = 2

type Place = { lane: unknown; start: () => void }

export interface HashQueue {
  /** Runs `work` when its turn comes; works of one lane run one after the other. @throws UNAVAILABLE when too many wait */
  run<T>(lane: string | null, work: () => Promise<T>): Promise<T>
}

/** A queue that runs `atOnce` works at a time and lets `waiting` more wait, in order. Each runs in its caller's own context. */
export function createHashQueue({ atOnce, waiting }: { atOnce: number; waiting: number }): HashQueue {
  const running = new Set<unknown>()
  const line: Place[] = []
  const canRun = (lane: unknown) => running.size < atOnce && !running.has(lane)
  const startNext = () => {
    for (;;) {
      const index = line.findIndex(({ lane }) => canRun(lane))
      const [place] = index < 0 ? [] : line.splice(index, 1)
      if (!place) return
      running.add(place.lane)
      place.start()
    }
  }
  return {
    async run(name, work) {
      const lane = name ?? Symbol('own lane')
      if (!canRun(lane) && line.length >= waiting) {
        throw new DomainError('UNAVAILABLE', 'The portal is busy. Please try again in a moment.', {
          retryAfterSeconds,
        })
      }
      await new Promise<void>((start) => {
        line.push({ lane, start })
        startNext()
      })
      try {
        return await work()
      } finally {
        running.delete(lane)
        startNext()
      }
    },
  }
}
