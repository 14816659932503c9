import { type Caa, type Resolver, Unanswered } from '#features/resolver/contract.ts'
import { NotIssued } from '../drivers/certificate-authority.ts'

/** DNS answers for the names of an order; each query is sent once. */
export interface Lookups {
  addresses(name: string): Promise<string[]>
  /** The relevant CAA records of a name, and their owner: the name itself, else its closest parent (RFC 8659 section 3). */
  caa(name: string): Promise<{ at: string; records: Caa[] }>
}

function once<T>(ask: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const cache = new Map<string, Promise<T>>()
  return (name) => {
    const answer = cache.get(name) ?? ask(name)
    cache.set(name, answer)
    return answer
  }
}

/** `domainName` is the domain of all names. Failing queries above it are ignored, and left to the authority. */
export function createLookups(resolver: Resolver, domainName: string): Lookups {
  const isAbove = (name: string) => name !== domainName && domainName.endsWith(`.${name}`)
  const caaAt = once(async (name) =>
    resolver.caa(name).catch((error) => {
      if (isAbove(name)) return []
      throw error
    }),
  )
  return {
    addresses: once((name) => resolver.addresses(name)),
    async caa(name) {
      for (let at = name; at !== ''; at = at.split('.').slice(1).join('.')) {
        const records = await caaAt(at)
        if (records.length > 0) return { at, records }
      }
      return { at: name, records: [] }
    },
  }
}

/** Why the name's own servers gave no answer, as a sentence. @throws NotIssued when the resolver is at fault */
export function describeSilence(name: string, error: unknown): string {
  if (!(error instanceof Unanswered)) throw error
  if (error.fault === 'servers') return `The name servers of ${name} gave no valid answer`
  throw new NotIssued('We could not reach the DNS, because no resolver answered.', { isOutage: true })
}
