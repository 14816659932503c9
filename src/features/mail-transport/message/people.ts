import addressparser from 'nodemailer/lib/addressparser'
import { textOfBytes } from './charset.ts'
import { type Field, valuesOf } from './head.ts'
import { oneLine } from './one-line.ts'
import { decodeWords } from './words.ts'

export type Person = { name: string; address: string }

const maxName = 200
const maxAddress = 320

// Direction and control characters, which could disguise a person. Joiners in scripts and emoji stay.
const unseen = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\u200c\u200d]]/gv

/**
 * nodemailer exports no address parser, so it is imported from its internals; the version is pinned, and the test beside this
 * file fails when it changes.
 *
 * The addresses in a field such as To (RFC 5322 section 3.4), as written: group members included; comments, folding and routes
 * removed.
 */
export const readPeople = (text: string): Person[] =>
  addressparser(text, { flatten: true }).map(({ name, address }) => ({
    name: oneLine(decodeWords(name).replace(unseen, ' '), maxName),
    address,
  }))

/** The people in all fields with this name, for display and replies. */
export const peopleIn = (fields: readonly Field[], name: string): Person[] =>
  valuesOf(fields, name)
    .flatMap((value) => readPeople(textOfBytes(value)))
    .map((person) => ({ ...person, address: oneLine(person.address, maxAddress) }))

/** A person for display and for parsing again: a name with syntax characters is quoted (RFC 5322 section 3.2.4). */
export const writePerson = ({ name, address }: Person): string => {
  if (name === '' || name === address) return address
  const isPlain = !/["(),.:;<>@[\\\]]/.test(name)
  return `${isPlain ? name : `"${name.replace(/["\\]/g, '\\$&')}"`} <${address}>`
}
