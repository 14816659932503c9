import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { second } from '#shared/time.ts'

/** Finds what a name leads to; rejects when there is nothing. */
type LookUp = (host: string) => Promise<unknown>

/** How a host is looked up: by the system's resolver and within three seconds, unless said otherwise. */
export type LookUpOptions = { lookUp?: LookUp; limitMs?: number }

// An address, this machine, and the path of a socket, which URLs write with codes.
const isKnown = (host: string): boolean =>
  isIP(host.replace(/^\[|\]$/g, '')) > 0 || host.toLowerCase() === 'localhost' || /^(\/|%2f)/i.test(host)

/**
 * Whether a host leads somewhere: it is an address, or a name that is found in time. Resolvers differ in the codes they fail
 * with, so none is read; one that stays silent has found nothing.
 */
export async function canLookUp(
  host: string,
  { lookUp = (name) => lookup(name), limitMs = 3 * second }: LookUpOptions = {},
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

/** For a server that gave no answer: the part of a sentence that names its host as the cause; null when it is not. */
export async function findHostProblem(host: string, options?: LookUpOptions): Promise<string | null> {
  return (await canLookUp(host, options)) ? null : `host ${host} cannot be looked up`
}
