import { readFileSync } from 'node:fs'
import { invalid } from '#shared/errors.ts'
import passwordsFile from './common-passwords.txt.gz' with { type: 'file' }
import wordsFile from './common-words.txt.gz' with { type: 'file' }
import { localWords } from './local-words.ts'
import { countOwn, fold, isDecorated, isRun } from './password-patterns.ts'

const readLines = (file: string): string[] =>
  new TextDecoder().decode(Bun.gunzipSync(readFileSync(file))).split('\n')

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/**
 * Leaked passwords by frequency: those of at least 8 characters in `passwords.json` of @zxcvbn-ts/language-common 4.1.3 (MIT), in
 * lower case, one a line.
 */
const commonPasswords = once(() => new Set(readLines(passwordsFile)))

/**
 * Other first guesses: words of three letters or more in the same list, in `firstnames.json`, and the 10,000 most frequent ones
 * in `wikipedia.json` of @zxcvbn-ts/language-en 4.1.1 (MIT); and local words.
 */
const commonWords = once(() => new Set([...readLines(wordsFile), ...localWords]))

/** Publicly known facts about the owner of a password. */
export type KnownFacts = {
  email: string
  /** E.164 */
  mobile: string
  firstName: string | null
  lastName: string | null
  companyName: string
}

/** Shorter words occur in too many good passwords, and count only as separate words. */
const shortestPart = 4
const shortestWord = 3
/** A known word with fewer characters than this around it is as easy to guess as the word. */
const fewestOwn = 5

const compact = (text: string): string => fold(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '')

function wordsOf({ email, mobile, firstName, lastName, companyName }: KnownFacts): string[] {
  const digits = mobile.replace(/\D/g, '')
  const texts = [email, firstName ?? '', lastName ?? '', companyName]
  const parts = texts.flatMap((text) => fold(text).match(/[\p{L}\p{M}]+/gu) ?? [])
  const whole = [...texts, email.split('@')[0] ?? '', `${firstName ?? ''}${lastName ?? ''}`].map(compact)
  return [...parts, ...whole, digits, digits.slice(-10)].filter((word) => word.length >= shortestWord)
}

const hasLittleBeside = (text: string, word: string): boolean =>
  text.includes(word) && text.split(word).reduce((sum, part) => sum + countOwn(part), 0) < fewestOwn

/** Whether a password is a popular one, ignoring any signs between its letters. */
export const isCommon = (password: string): boolean =>
  commonPasswords().has(fold(password)) || commonPasswords().has(compact(password))

const isCommonWord = (text: string): boolean => commonWords().has(text) || commonPasswords().has(text)

/** Whether a password is a run, a number, or a common word with little around it. */
export const isPattern = (password: string): boolean =>
  isRun(fold(password)) || isDecorated(fold(password), isCommonWord)

/** Whether a password is little more than a known fact about its owner or the company. */
export function isKnownFact(password: string, facts: KnownFacts): boolean {
  const words = new Set(wordsOf(facts))
  const text = compact(password)
  const parts = [...words].filter((word) => word.length >= shortestPart)
  return (
    parts.some((word) => hasLittleBeside(text, word)) ||
    isDecorated(fold(password), (word) => words.has(word))
  )
}

/**
 * Passes a password that is neither popular, nor a known fact about its owner, nor built on a pattern that attackers try first
 * (ASVS 5.0 6.2.4, 6.2.11).
 * @throws INVALID with the field
 */
export function assertHardToGuess(password: string, facts: KnownFacts, field = 'password'): void {
  if (isCommon(password))
    throw invalid(field, 'Many people use this password, so it is easy to guess. Choose another one.')
  if (isKnownFact(password, facts))
    throw invalid(field, 'This password contains your own details or our name. Choose another one.')
  if (isPattern(password))
    throw invalid(
      field,
      'A word with a few numbers or signs, a number or a row of keys is easy to guess. Choose another one, such as several words.',
    )
}
