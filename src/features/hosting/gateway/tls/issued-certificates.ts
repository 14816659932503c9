import { createSecureContext, type SecureContext } from 'node:tls'

/** A certificate from the store with its key, as PEM; the dates in ms. */
type SiteCertificate = {
  names: string[]
  chain: string
  privateKey: string
  notBefore: number
  notAfter: number
}

/** Changes of stored certificates, by domain id. */
export type CertificateNews =
  /** Null: the domain no longer has one. */
  | { type: 'certificate'; id: string; certificate: SiteCertificate | null }
  /** All others were removed. */
  | { type: 'certificates-known'; ids: string[] }

/** The certificate that a host presents, and its validity. */
export type Certificate = { context: SecureContext; from: Date; to: Date }

/** Stored certificates, in memory. */
export interface IssuedCertificates {
  take(news: CertificateNews): void
  /** Resolves once all stored certificates are loaded. */
  readonly known: Promise<void>
  /** The certificate for the host, else one of a wildcard for it. */
  find(host: string): Certificate | undefined
}

/** The wildcard that covers a host, only one label deep (RFC 6125 section 6.4.3). */
const wildcardOf = (host: string): string => host.replace(/^[^.]+/, '*')

/** Prepared on first use, because most sites have few visits. Undefined when it is unusable. */
function prepare({ chain, privateKey, notBefore, notAfter }: SiteCertificate): Certificate | undefined {
  try {
    const context = createSecureContext({ cert: chain, key: privateKey })
    return { context, from: new Date(notBefore), to: new Date(notAfter) }
  } catch {
    return undefined
  }
}

type StoredCertificate = { names: string[]; use(): Certificate | undefined }

function hold(certificate: SiteCertificate): StoredCertificate {
  let prepared: { certificate: Certificate | undefined } | null = null
  return {
    names: certificate.names,
    use() {
      prepared ??= { certificate: prepare(certificate) }
      return prepared.certificate
    },
  }
}

/** An empty set. The later of two certificates for one name is used, and the other when it is removed. */
export function createIssuedCertificates(): IssuedCertificates {
  const byId = new Map<string, StoredCertificate>()
  const byName = new Map<string, StoredCertificate[]>()
  const loaded = Promise.withResolvers<void>()
  const remove = (id: string) => {
    const stored = byId.get(id)
    byId.delete(id)
    for (const name of stored?.names ?? []) {
      const others = (byName.get(name) ?? []).filter((other) => other !== stored)
      if (others.length > 0) byName.set(name, others)
      else byName.delete(name)
    }
  }
  const put = (id: string, certificate: SiteCertificate) => {
    const stored = hold(certificate)
    byId.set(id, stored)
    for (const name of stored.names) byName.set(name, [...(byName.get(name) ?? []), stored])
  }
  const find = (name: string) => byName.get(name)?.at(-1)?.use()
  return {
    known: loaded.promise,
    take(news) {
      if (news.type === 'certificate') {
        remove(news.id)
        if (news.certificate) put(news.id, news.certificate)
        return
      }
      const listed = new Set(news.ids)
      for (const id of [...byId.keys()]) if (!listed.has(id)) remove(id)
      loaded.resolve()
    },
    find: (host) => find(host) ?? find(wildcardOf(host)),
  }
}
