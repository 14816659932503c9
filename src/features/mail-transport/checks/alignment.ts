import { getDomain } from 'tldts'
import type { DomainName } from '#shared/names/domain-name.ts'

/** The registered domain (https://publicsuffix.org); a public suffix itself counts as a domain of its own. */
const ownedName = (name: DomainName): string => getDomain(name, { allowPrivateDomains: true }) ?? name

/**
 * Whether a domain that passed SPF or DKIM is aligned with an author's: both have the same owner (relaxed, RFC 7489 section 3.1).
 */
export const isAligned = (passed: DomainName, author: DomainName): boolean =>
  ownedName(passed) === ownedName(author)
