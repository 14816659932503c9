import addressparser from 'nodemailer/lib/addressparser'
import { textOfBytes } from './charset.ts'
import { type Field, valuesOf } from './head.ts'
import { oneLine } from './one-line.ts'
import { decodeWords } from './words.ts'

export type Person = { name: string; address: string }

const maxName = 200
const maxAddress = 320

// Direction and control characters: nobody must seem to be somebody else. Letters and pictures are joined.
const unseen = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\u200c\u200d]]/gv

/**
 * nodemailer reads addresses for its own messages only, so its reader is taken from the inside; the version is pinned, and the test
 * beside this file fails when it changes.
 *
 * Those whom a field such as To names (RFC 5322 section 3.4), their addresses as they are written: of groups the members, without
 * comments, folding and routes.
 */
export const readPeople = (text: string): Person[] =>
  addressparser(text, { flatten: true }).map(({ name, address }) => ({
    name: oneLine(decodeWords(name).replace(unseen, ' '), maxName),
    address,
  }))

/** Those in all fields of a name, as they are shown and written to. */
export const peopleIn = (fields: readonly Field[], name: string): Person[] =>
  valuesOf(fields, name)
    .flatMap((value) => readPeople(textOfBytes(value)))
    .map((person) => ({ ...person, address: oneLine(person.address, maxAddress) }))

/** How a person is shown, and can be read again: a name with signs of the syntax in quotes (RFC 5322 section 3.2.4). */
export const writePerson = ({ name, address }: Person): string => {
  if (name === '' || name === address) return address
  const isPlain = !/["(),.:;<>@[\\\]]/.test(name)
  return `${isPlain ? name : `"${name.replace(/["\\]/g, '\\$&')}"`} <${address}>`
}
