import { and, eq, gt } from 'drizzle-orm'
import { isOutage } from '#db/errors.ts'
import type { Deps } from '#server/context.ts'
import { after, second } from '#shared/time.ts'
import { readCertificateNames } from './certificate-names.ts'
import { findCertificate, isOf } from './own.ts'

type DomainKey = { userId: string; id: string }

/** Public authorities limit the number of orders, so several changes in a row share one. */
const settleMs = 30 * second

/** Makes the certificate of a domain due when its names differ from the ordered ones. */
export async function renewForNames(
  { store, now, certificateAuthority }: Pick<Deps, 'store' | 'now' | 'certificateAuthority'>,
  place: DomainKey,
): Promise<void> {
  const row = await findCertificate(store, place)
  if (row?.status !== 'issued') return
  const { domains, certificates: c } = store.t
  const isIt = and(eq(domains.userId, place.userId), eq(domains.id, place.id))
  const [domain] = await store.read.select().from(domains).where(isIt)
  if (!domain) return
  const { names } = await readCertificateNames(store, domain)
  if (names.join() === (row.wanted ?? row.names).join()) return
  const dueAt = certificateAuthority.mode === 'remote' ? after(now(), settleMs) : now()
  // A certificate issued meanwhile has the current names.
  const isSame = and(isOf(store.t, place), eq(c.status, 'issued'), eq(c.serial, row.serial ?? ''))
  const isWaiting = and(isSame, gt(c.dueAt, dueAt))
  await store.tx((tx) => tx.update(c).set({ dueAt, updatedAt: now() }).where(isWaiting))
}

/**
 * Updates certificates when the names of their domains change, until the returned function is called. A change without an event
 * is noticed at the renewal.
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
