import { readFileSync } from 'node:fs'
import { invalid } from '#shared/errors.ts'
import file from './common-passwords.txt.gz' with { type: 'file' }

/**
 * Passwords of leaks by how often they were chosen: those of at least 8 characters in `passwords.json` of
 * @zxcvbn-ts/language-common 4.1.3 (MIT), in lower case, one a line.
 */
let list: Set<string> | undefined

function commonPasswords(): Set<string> {
  list ??= new Set(new TextDecoder().decode(Bun.gunzipSync(readFileSync(file))).split('\n'))
  return list
}

/** What others know of whoever chooses a password. */
export type KnownFacts = {
  email: string
  /** E.164 */
  mobile: string
  firstName: string | null
  lastName: string | null
  companyName: string
}

/** Shorter words are part of too many good passwords. */
const shortestFact = 4
/** A known word with fewer characters than this around it is guessed as fast as the word. */
const fewestOwn = 5

const compact = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')

function wordsOf({ email, mobile, firstName, lastName, companyName }: KnownFacts): string[] {
  const digits = mobile.replace(/\D/g, '')
  const person = [email, email.split('@')[0] ?? '', firstName ?? '', lastName ?? '']
  const names = [`${firstName ?? ''}${lastName ?? ''}`, companyName, digits, digits.slice(-10)]
  return [...person, ...names].map(compact).filter((word) => word.length >= shortestFact)
}

/** Whether a password is one that many people choose. */
export const isCommon = (password: string): boolean =>
  commonPasswords().has(password.normalize('NFKC').toLowerCase())

/** Whether a password is little more than something known of its owner or of the company. */
export function isKnownFact(password: string, facts: KnownFacts): boolean {
  const text = compact(password)
  return wordsOf(facts).some((word) => text.includes(word) && text.length - word.length < fewestOwn)
}

/**
 * Nothing when the password is neither one that many people choose nor something known of its owner (ASVS 5.0 6.2.4, 6.2.11).
 * @throws INVALID with the field
 */
export function assertHardToGuess(password: string, facts: KnownFacts, field = 'password'): void {
  if (isCommon(password))
    throw invalid(field, 'Many people use this password, so it is easy to guess. Choose another one.')
  if (isKnownFact(password, facts))
    throw invalid(field, 'This password is made of your own details or our name. Choose another one.')
}
