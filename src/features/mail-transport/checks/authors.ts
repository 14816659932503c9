import { domainOf } from '#features/mailboxes/contract/address.ts'
import type { DomainName } from '#shared/names/domain-name.ts'
import { textOfBytes } from '../message/charset.ts'
import { readPeople } from '../message/people.ts'
import { decodeWords } from '../message/words.ts'

const addressesOf = (text: string): string[] => readPeople(text).map(({ address }) => address)

/** The addresses in a field such as From (RFC 5322): group members included; comments, folding and routes removed. */
export const addressesIn = (value: string): string[] => addressesOf(textOfBytes(value))

/** Invisible characters, and those that only change the text direction. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cn}]/gu

const quoted = /"(?:[^"\\]|\\.)*"|\((?:[^()\\]|\\.)*\)/g

/** Any text after an `@`, except in quotes and comments, whatever spaces and invisible characters are between. */
const looseAddressesOf = (text: string): string[] =>
  text
    .replace(quoted, '')
    .replace(/\s*([@.。．｡])\s*/g, '$1')
    .replace(unseen, '')
    .match(/@[^\s@<>()[\],;:"\\]+/g) ?? []

/** The authors in From, in every way that a program may read it. */
export type Authors = {
  addresses: string[]
  /** The domain of each address, in order; null for one without a domain that mail could be sent to. */
  domains: (DomainName | null)[]
  /** The same, and any other domain that some program may take for an author's. */
  possible: DomainName[]
}

/** The domains of the authors, from the values of the From fields, their bytes as characters of the same code. */
export function readAuthors(values: readonly string[]): Authors {
  const texts = values.map(textOfBytes)
  const addresses = texts.flatMap(addressesOf)
  const domains = addresses.map(domainOf)
  const decoded = texts.map((text) => decodeWords(text)).filter((text) => !texts.includes(text))
  const others = [...decoded.flatMap(addressesOf), ...texts.flatMap(looseAddressesOf)].map(domainOf)
  const possible = [...new Set([...domains, ...others])].filter((domain) => domain !== null)
  return { addresses, domains, possible }
}
