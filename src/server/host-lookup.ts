import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

const patienceMs = 5_000

type Lookup = (host: string) => Promise<unknown>

/**
 * Whether a host, with or without the brackets of an IPv6 address, is an address or a name that this machine finds one for.
 * Resolvers tell a failure by codes that differ from machine to machine, or do not answer at all: within 5 s it is decided by
 * whether there is an address.
 */
export async function canLookUp(host: string, look: Lookup = lookup, limitMs = patienceMs): Promise<boolean> {
  const name = host.replace(/^\[|\]$/g, '')
  if (isIP(name.replace(/%.*$/, '')) !== 0) return true
  const { promise: late, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), limitMs)
  // A resolver may also refuse what it is asked at once.
  const found = Promise.try(() => look(name)).then(
    () => true,
    () => false,
  )
  return Promise.race([found, late]).finally(() => clearTimeout(timer))
}

/** What is wrong with the host of a setting whose server does not answer, in a sentence; null when it can be looked up. */
export async function findUnknownHost(host: string, setting: string, look?: Lookup): Promise<string | null> {
  return (await canLookUp(host, look)) ? null : `The host ${host} cannot be looked up: check ${setting}.`
}
