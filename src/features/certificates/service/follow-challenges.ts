import { and, eq, gt } from 'drizzle-orm'
import { isOutage } from '#db/errors.ts'
import type { Deps } from '#server/context.ts'
import { second } from '#shared/time.ts'

type ChallengeDeps = Pick<Deps, 'store' | 'challenges' | 'log' | 'now'>

/** Makes the gateway of this node answer the stored challenges of all nodes. */
function createChallengeLook({ store, challenges, now }: ChallengeDeps): () => Promise<void> {
  let followed = new Map<string, string>()
  return async () => {
    const { acmeChallenges: c } = store.t
    const rows = await store.read
      .select({ token: c.token, value: c.value })
      .from(c)
      .where(and(gt(c.expiresAt, now()), eq(c.kind, 'http-01')))
    const present = new Map(rows.map(({ token, value }) => [token, value]))
    for (const [token, value] of present) if (!followed.has(token)) challenges.put(token, value)
    for (const token of followed.keys()) if (!present.has(token)) challenges.remove(token)
    followed = present
  }
}

const lookMs = second

/** Polls each second, until the returned function is called. */
export function followChallenges(deps: ChallengeDeps): () => Promise<void> {
  const look = createChallengeLook(deps)
  let timer: Timer | null = null
  let isClosed = false
  let current: Promise<void> = Promise.resolve()
  const loop = () => {
    current = look()
      .catch((error) => {
        if (!isOutage(error))
          deps.log.warn('challenges not read', { error: error instanceof Error ? error.name : typeof error })
      })
      .then(() => {
        if (!isClosed) timer = setTimeout(loop, lookMs)
      })
  }
  loop()
  return async () => {
    isClosed = true
    if (timer) clearTimeout(timer)
    await current
  }
}
