import { createSecureContext, type SecureContext } from 'node:tls'

/** A certificate of the store with its key, as PEM; the dates in ms. */
type SiteCertificate = {
  names: string[]
  chain: string
  privateKey: string
  notBefore: number
  notAfter: number
}

/** What has become of the certificates of the store, by the ids of their domains. */
export type CertificateNews =
  /** Null: the domain has none any more. */
  | { type: 'certificate'; id: string; certificate: SiteCertificate | null }
  /** All others are gone. */
  | { type: 'certificates-known'; ids: string[] }

/** What a host is greeted with, and from when until when it is valid. */
export type Certificate = { context: SecureContext; from: Date; to: Date }

/** The certificates of the store, held in memory. */
export interface IssuedCertificates {
  take(news: CertificateNews): void
  /** Resolves once all of the store have been taken. */
  readonly known: Promise<void>
  /** The certificate that names the host, else one of a wildcard for it. */
  find(host: string): Certificate | undefined
}

/** The wildcard that stands for a host, and for no name below it (RFC 6125 section 6.4.3). */
const wildcardOf = (host: string): string => host.replace(/^[^.]+/, '*')

/** Prepared when it is first used: most sites are visited seldom. Undefined when it cannot be used. */
function prepare({ chain, privateKey, notBefore, notAfter }: SiteCertificate): Certificate | undefined {
  try {
    const context = createSecureContext({ cert: chain, key: privateKey })
    return { context, from: new Date(notBefore), to: new Date(notAfter) }
  } catch {
    return undefined
  }
}

type Held = { names: string[]; use(): Certificate | undefined }

function hold(certificate: SiteCertificate): Held {
  let prepared: { certificate: Certificate | undefined } | null = null
  return {
    names: certificate.names,
    use() {
      prepared ??= { certificate: prepare(certificate) }
      return prepared.certificate
    },
  }
}

/** No certificate yet. Of two for one name the later one is used, and the other when that is gone. */
export function createIssuedCertificates(): IssuedCertificates {
  const byId = new Map<string, Held>()
  const byName = new Map<string, Held[]>()
  const known = Promise.withResolvers<void>()
  const remove = (id: string) => {
    const held = byId.get(id)
    byId.delete(id)
    for (const name of held?.names ?? []) {
      const others = (byName.get(name) ?? []).filter((other) => other !== held)
      if (others.length > 0) byName.set(name, others)
      else byName.delete(name)
    }
  }
  const put = (id: string, certificate: SiteCertificate) => {
    const held = hold(certificate)
    byId.set(id, held)
    for (const name of held.names) byName.set(name, [...(byName.get(name) ?? []), held])
  }
  const find = (name: string) => byName.get(name)?.at(-1)?.use()
  return {
    known: known.promise,
    take(news) {
      if (news.type === 'certificate') {
        remove(news.id)
        if (news.certificate) put(news.id, news.certificate)
        return
      }
      const kept = new Set(news.ids)
      for (const id of [...byId.keys()]) if (!kept.has(id)) remove(id)
      known.resolve()
    },
    find: (host) => find(host) ?? find(wildcardOf(host)),
  }
}
