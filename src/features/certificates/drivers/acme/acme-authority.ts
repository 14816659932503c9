import { second } from '#shared/time.ts'
import { type CertificateAuthority, NotIssued } from '../certificate-authority.ts'
import { type AccountStore, createAccount } from './account.ts'
import { placeOrder } from './order.ts'
import { Refused, toNotIssued } from './problem.ts'
import { readAdvice } from './renewal-info.ts'
import { createTransport, type TransportOptions } from './transport.ts'

const checkMs = 5 * second

export type AcmeOptions = TransportOptions & {
  contact: string | null
  accountStore: AccountStore
  /** A remark for the administrator although the authority answers, as a sentence; null without one. */
  remark: string | null
}

async function asNotIssued<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    throw error instanceof Refused ? toNotIssued(error) : error
  }
}

/** A remote authority that speaks ACME (RFC 8555). Each order is a new one; an interrupted one is abandoned. */
export function createAcmeAuthority(options: AcmeOptions) {
  const { directoryUrl, ca, contact, accountStore, remark } = options
  const transport = createTransport(options)
  const account = createAccount(transport, accountStore, contact)
  return {
    id: directoryUrl,
    name: 'acme',
    mode: 'remote' as const,
    async check() {
      try {
        await transport.directory(AbortSignal.timeout(checkMs))
        const message = `Certificates come from ${transport.host}.${remark === null ? '' : ` ${remark}`}`
        return { isHealthy: true, version: null, message }
      } catch (error) {
        const reason =
          error instanceof NotIssued || error instanceof Refused
            ? error.message
            : await transport.describeLate()
        return {
          isHealthy: false,
          version: null,
          message: `${reason} New certificates are waiting. Existing ones stay in use.`,
        }
      }
    },
    issue: (order) => placeOrder(transport, account, order),
    async conditions(signal) {
      const { meta } = await asNotIssued(transport.directory(signal))
      const { url: accountUrl } = await account.read()
      return {
        host: transport.host,
        isPublic: ca === null,
        caaIdentities: meta.caaIdentities ?? [],
        accountUrl,
      }
    },
    advise: (certificate, signal) => asNotIssued(readAdvice(transport, certificate, signal)),
  } satisfies CertificateAuthority
}
