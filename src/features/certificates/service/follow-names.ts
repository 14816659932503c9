import { and, eq, gt } from 'drizzle-orm'
import { isOutage } from '#db/errors.ts'
import type { Deps } from '#server/context.ts'
import { after, second } from '#shared/time.ts'
import { findCertificate, isOf } from './own.ts'
import { readWish } from './wish.ts'

type Place = { userId: string; id: string }

/** Authorities on the network count orders: several changes in a row shall be one. */
const settleMs = 30 * second

/** The certificate of a domain is due when the names of the domain are others than those that it was ordered for. */
export async function renewForNames(
  { store, now, certificateAuthority }: Pick<Deps, 'store' | 'now' | 'certificateAuthority'>,
  place: Place,
): Promise<void> {
  const row = await findCertificate(store, place)
  if (row?.status !== 'issued') return
  const { domains, certificates: c } = store.t
  const isIt = and(eq(domains.userId, place.userId), eq(domains.id, place.id))
  const [domain] = await store.read.select().from(domains).where(isIt)
  if (!domain) return
  const { names } = await readWish(store, domain)
  if (names.join() === (row.wanted ?? row.names).join()) return
  const dueAt = certificateAuthority.mode === 'remote' ? after(now(), settleMs) : now()
  // One that was issued meanwhile is for the present names.
  const isSame = and(isOf(store.t, place), eq(c.status, 'issued'), eq(c.serial, row.serial ?? ''))
  const isWaiting = and(isSame, gt(c.dueAt, dueAt))
  await store.tx((tx) => tx.update(c).set({ dueAt, updatedAt: now() }).where(isWaiting))
}

/**
 * Certificates follow the names of their domains, until the returned function is called. A change that nobody told of is
 * noticed at the renewal.
 */
export function followNames(
  deps: Pick<Deps, 'store' | 'now' | 'events' | 'log' | 'certificateAuthority'>,
): () => void {
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
