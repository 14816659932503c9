import { and, isNotNull, type SQL, sql } from 'drizzle-orm'
import { isOutage } from '#db/errors.ts'
import type { Store } from '#db/types.ts'
import type { CertificateNews } from '#features/hosting/gateway/tls/issued-certificates.ts'
import type { Kernel } from '#server/context.ts'
import { second } from '#shared/time.ts'
import { type CertificateRow, findCertificate, keyPlace } from './service/own.ts'

/** The stored certificates, for the gateway. */
export interface SiteCertificates {
  /** `listener` receives every certificate, and then each change. */
  follow(listener: (news: CertificateNews) => void): FollowedCertificates
}

interface FollowedCertificates {
  /** The listener may have missed events, so everything is sent again. */
  restart(): void
  close(): Promise<void>
}

type DomainKey = { userId: string; id: string }
type CertificateHead = DomainKey & { serial: string | null }

const perPage = 500
const pollMs = second

/** A page of all certificates, after a position. */
async function listHeads(
  { read, t: { certificates: c } }: Store,
  last: DomainKey | null,
): Promise<CertificateHead[]> {
  const isLater: SQL | undefined = last
    ? sql`(${c.userId}, ${c.domainId}) > (${sql.param(last.userId, c.userId)}, ${sql.param(last.id, c.domainId)})`
    : undefined
  return read
    .select({ userId: c.userId, id: c.domainId, serial: c.serial })
    .from(c)
    .where(and(isNotNull(c.serial), isLater))
    .orderBy(c.userId, c.domainId)
    .limit(perPage)
}

/** The private key of a certificate; null with a log line when this installation did not seal it. */
function openKey({ secrets, log }: Kernel, { domainId, privateKey }: CertificateRow): string | null {
  try {
    return privateKey === null ? null : secrets.open(privateKey, keyPlace(domainId))
  } catch {
    log.error('key of a certificate not opened', { domain: domainId })
    return null
  }
}

function newsOf(kernel: Kernel, id: string, row: CertificateRow | null): CertificateNews {
  const privateKey = row && openKey(kernel, row)
  if (!row?.chain || !privateKey || !row.notBefore || !row.notAfter)
    return { type: 'certificate', id, certificate: null }
  const { names, chain, notBefore, notAfter } = row
  const dates = { notBefore: notBefore.getTime(), notAfter: notAfter.getTime() }
  return { type: 'certificate', id, certificate: { names, chain, privateKey, ...dates } }
}

/**
 * Follows the stored certificates, whichever node changes them: immediately when an event names the domain. A change without an
 * event is found by scanning all of them, a page each second.
 */
export const createSiteCertificates = (kernel: Kernel): SiteCertificates => ({
  follow(listener) {
    const { store, events, log } = kernel
    const sent = new Map<string, { userId: string; serial: string }>()
    let isClosed = false
    let isStarted = false
    let timer: Timer | null = null
    let last: DomainKey | null = null
    let unseen = new Set<string>()
    // Sequential, so that an older state does not overtake a newer one.
    let current: Promise<void> = Promise.resolve()
    const enqueue = (work: () => Promise<void>) => {
      current = current
        .then(() => (isClosed ? undefined : work()))
        .catch((error) => {
          if (!isOutage(error))
            log.warn('certificates not read', {
              error: error instanceof Error ? error.message : typeof error,
            })
        })
      return current
    }
    const review = async ({ userId, id }: DomainKey) => {
      const row = await findCertificate(store, { userId, id })
      const before = sent.get(id)
      if ((row?.serial ?? undefined) === before?.serial) return
      listener(newsOf(kernel, id, row))
      if (row?.serial) sent.set(id, { userId, serial: row.serial })
      else sent.delete(id)
    }
    /** Scans the next page; returns whether it was the last. */
    const scan = async (): Promise<boolean> => {
      if (!last) unseen = new Set(sent.keys())
      const heads = await listHeads(store, last)
      for (const head of heads) {
        unseen.delete(head.id)
        if (sent.get(head.id)?.serial !== head.serial) await review(head)
      }
      last = heads.length === perPage ? (heads.at(-1) ?? null) : null
      if (last) return false
      for (const id of unseen) await review({ userId: sent.get(id)?.userId ?? '', id })
      return true
    }
    const sendAll = async () => {
      isStarted = false
      sent.clear()
      last = null
      while (!isClosed && !(await scan()));
      listener({ type: 'certificates-known', ids: [...sent.keys()] })
      isStarted = true
    }
    const poll = async () => {
      if (isStarted) await scan()
      else await sendAll()
    }
    const loop = () => {
      timer = setTimeout(() => void enqueue(poll).then(loop), pollMs)
    }
    const unsubscribe = events.subscribe(({ kind, userId, id }) => {
      if (kind === 'domain') void enqueue(() => review({ userId, id }))
    })
    loop()
    return {
      restart: () => void enqueue(sendAll),
      async close() {
        isClosed = true
        unsubscribe()
        if (timer) clearTimeout(timer)
        await current
      },
    }
  },
})
