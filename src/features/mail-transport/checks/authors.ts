import { domainOf } from '#features/mailboxes/contract/address.ts'
import type { DomainName } from '#shared/names/domain-name.ts'
import { textOfBytes } from '../message/charset.ts'
import { readPeople } from '../message/people.ts'
import { decodeWords } from '../message/words.ts'

const addressesOf = (text: string): string[] => readPeople(text).map(({ address }) => address)

/** The addresses in a field such as From (RFC 5322): of groups their members, without comments, folding and routes. */
export const addressesIn = (value: string): string[] => addressesOf(textOfBytes(value))

/** What shows nothing, or only turns the direction of what is shown. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cn}]/gu

const quoted = /"(?:[^"\\]|\\.)*"|\((?:[^()\\]|\\.)*\)/g

/** Whatever follows an `@`, but in quotes and comments, and wherever spaces and unseen signs are. */
const looseAddressesOf = (text: string): string[] =>
  text
    .replace(quoted, '')
    .replace(/\s*([@.。．｡])\s*/g, '$1')
    .replace(unseen, '')
    .match(/@[^\s@<>()[\],;:"\\]+/g) ?? []

/** Whom From names, as a program may read it. */
export type Authors = {
  addresses: string[]
  /** Of each address, in order; null for one without a domain that mail could be sent to. */
  domains: (DomainName | null)[]
  /** Those, and any other that some program may take for the domain of an author. */
  possible: DomainName[]
}

/** The domains of those who wrote a message, by the values of its From fields, their bytes as characters of the same code. */
export function readAuthors(values: readonly string[]): Authors {
  const texts = values.map(textOfBytes)
  const addresses = texts.flatMap(addressesOf)
  const domains = addresses.map(domainOf)
  const decoded = texts.map((text) => decodeWords(text)).filter((text) => !texts.includes(text))
  const others = [...decoded.flatMap(addressesOf), ...texts.flatMap(looseAddressesOf)].map(domainOf)
  const possible = [...new Set([...domains, ...others])].filter((domain) => domain !== null)
  return { addresses, domains, possible }
}
