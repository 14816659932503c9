import { promises } from 'node:dns'
import { isIPv6 } from 'node:net'
import { second } from '#shared/time.ts'
import type { Proof } from './certificate-authority.ts'

const askMs = 2 * second

/** Whether a gateway answers the challenge in the way that the authority will check it: RFC 8555 section 8.3. */
export async function isAnswered(gatewayUrl: string, { token, name, value }: Proof): Promise<boolean> {
  try {
    const reply = await fetch(`${gatewayUrl}/.well-known/acme-challenge/${token}`, {
      headers: { host: name },
      redirect: 'manual',
      signal: AbortSignal.timeout(askMs),
    })
    return (await reply.text()) === value
  } catch {
    return false
  }
}

/** The local address for a program that listens on `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}

/** Whether a local name server has the record of the challenge: RFC 8555 section 8.4. */
export async function isServed(
  { host, port }: { host: string; port: number },
  { name, value }: Proof,
): Promise<boolean> {
  const resolver = new promises.Resolver({ timeout: askMs, tries: 1 })
  try {
    const address = reachable(host)
    resolver.setServers([isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`])
    return (await resolver.resolveTxt(`_acme-challenge.${name}`)).flat().includes(value)
  } catch {
    return false
  }
}
