import { getDomain } from 'tldts'
import type { DomainName } from '#shared/names/domain-name.ts'

/** What its owner registered (https://publicsuffix.org); a name below which everybody has their own is its own owner's. */
const ownedName = (name: DomainName): string => getDomain(name, { allowPrivateDomains: true }) ?? name

/** Whether a domain that passed SPF or DKIM speaks for an author's: both have one owner (relaxed, RFC 7489 section 3.1). */
export const isAligned = (passed: DomainName, author: DomainName): boolean =>
  ownedName(passed) === ownedName(author)
