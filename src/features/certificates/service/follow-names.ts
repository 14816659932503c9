import { and, eq, gt } from 'drizzle-orm'
import { isOutage } from '#db/errors.ts'
import type { Deps } from '#server/context.ts'
import { findCertificate, isOf } from './own.ts'
import { readWish } from './wish.ts'

type Place = { userId: string; id: string }

/** The certificate of a domain is due at once when the names of the domain are others than those that it is for. */
export async function renewForNames(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  place: Place,
): Promise<void> {
  const row = await findCertificate(store.read, store.t, place)
  if (row?.status !== 'issued') return
  const { domains, certificates: c } = store.t
  const isIt = and(eq(domains.userId, place.userId), eq(domains.id, place.id))
  const [domain] = await store.read.select().from(domains).where(isIt)
  if (!domain) return
  const { names } = await readWish(store.read, store.t, domain)
  if (names.join() === row.names.join()) return
  const isWaiting = and(isOf(store.t, place), eq(c.status, 'issued'), gt(c.dueAt, now()))
  await store.tx((tx) => tx.update(c).set({ dueAt: now(), updatedAt: now() }).where(isWaiting))
}

/**
 * Certificates follow the names of their domains, until the returned function is called. A change that nobody told of is
 * noticed at the renewal.
 */
export function followNames(deps: Pick<Deps, 'store' | 'now' | 'events' | 'log'>): () => void {
  return deps.events.subscribe(({ kind, userId, id }) => {
    if (kind !== 'domain') return
    renewForNames(deps, { userId, id }).catch((error) => {
      if (!isOutage(error))
        deps.log.warn('names of a certificate not followed', {
          error: error instanceof Error ? error.name : typeof error,
        })
    })
  })
}
