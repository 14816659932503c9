import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { second } from '#shared/time.ts'

/** Resolves a name; rejects when it has no address. */
type Lookup = (host: string) => Promise<unknown>

/** Lookup options: by default the system's resolver, within three seconds. */
export type LookupOptions = { lookUp?: Lookup; limitMs?: number }

// An address, this machine, and the path of a socket, which is percent-encoded in URLs.
const isKnown = (host: string): boolean =>
  isIP(host.replace(/^\[|\]$/g, '')) > 0 || host.toLowerCase() === 'localhost' || /^(\/|%2f)/i.test(host)

/**
 * Whether a host is an address, or a name that resolves in time. Resolvers differ in their error codes, so these are ignored; one
 * that stays silent counts as not found.
 */
export async function canResolve(
  host: string,
  { lookUp = (name) => lookup(name), limitMs = 3 * second }: LookupOptions = {},
): Promise<boolean> {
  if (isKnown(host)) return true
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), limitMs)
  const found = lookUp(host).then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([found, late])
  } finally {
    clearTimeout(timer)
  }
}

/** For a server that did not answer: the part of a message that names its host as the cause; null when the host resolves. */
export async function findHostProblem(host: string, options?: LookupOptions): Promise<string | null> {
  return (await canResolve(host, options)) ? null : `host ${host} cannot be resolved`
}
