import { isSeen } from '#shared/text/shown-text.ts'

/** With fewer other characters than this, a password is as easy to guess as the word or run in it. */
const fewestOwn = 5
const fewestKinds = 3
/** A number this long is no phone or card number, but random. */
const longNumber = 20
const shortestRun = 3

// Rows and columns of a keyboard, and its digits with Shift held.
const rows = [
  '`1234567890-=',
  '~!@#$%^&*()_+',
  'qwertyuiop[]',
  "asdfghjkl;'",
  'zxcvbnm,./',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  '1q2w3e4r5t6y7u8i9o0p',
].flatMap((row) => [row, [...row].reverse().join('')])

const days =
  /(?<!\d)(?:(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)?\d\d|(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))?|\d{1,2}[-/.]\d{1,2}[-/.](?:\d\d){1,2})(?!\d)/g

const letters = /[\p{L}\p{M}]+/gu

const alike = { '@': 'a', 4: 'a', 3: 'e', '€': 'e', 0: 'o', $: 's', 5: 's', 7: 't', '+': 't', 8: 'b', 9: 'g' }
const spellings: Record<string, string>[] = [
  { ...alike, 1: 'i', '!': 'i', '|': 'i' },
  { ...alike, 1: 'l', '!': 'l', '|': 'l' },
]

/** Folds a password for comparison: case and compatibility forms do not matter. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** `admin` of `adminadmin`. */
const unitOf = (text: string): string => text.replace(/^(.+?)\1+$/su, '$1')

/** How many characters from `from` on repeat one, follow each other in the alphabet, or are neighbours on a keyboard. */
function runAt(text: string, from: number): number {
  const step = (at: number) => text.charCodeAt(at) - text.charCodeAt(at - 1)
  const first = step(from + 1)
  let end = from + 1
  if (Math.abs(first) <= 1) while (end < text.length && step(end) === first) end += 1
  const isOnRow = (length: number) => rows.some((row) => row.includes(text.slice(from, from + length)))
  let length = shortestRun
  while (from + length <= text.length && isOnRow(length)) length += 1
  const longest = Math.max(end - from, length - 1)
  return longest >= shortestRun || first === 0 ? longest : 1
}

/** Counts the characters of a text; a run, a date or a year counts as one. */
export function countOwn(text: string): number {
  const short = text.replace(days, '0')
  let count = 0
  for (let at = 0; at < short.length; at += runAt(short, at)) count += 1
  return count
}

const isNumber = (text: string): boolean => {
  const bare = text.replace(/[\s./:()+_-]/g, '')
  return bare.replace(/\d+/g, (digits) => (digits.length < longNumber ? '0' : digits)).length < fewestOwn
}

/** Whether a folded password is blank, a number, a run, or little more than a few repeated characters. */
export function isRun(text: string): boolean {
  const unit = unitOf(text)
  if (!isSeen(text) || new Set(text).size < fewestKinds || countOwn(unit) < fewestOwn) return true
  return !/\p{L}/u.test(unit) && isNumber(unit)
}

type IsWord = (text: string) => boolean

/** Whether this is one of the words, once or repeated, with little before, behind or between. */
function isWordWithLittle(text: string, isWord: IsWord): boolean {
  const wordOf = (run: string) => [run, unitOf(run)].find(isWord)
  const known = new Set((text.match(letters) ?? []).flatMap((run) => wordOf(run) ?? []))
  if (known.size !== 1) return false
  return countOwn(text.replace(letters, (run) => (wordOf(run) ? '' : run))) < fewestOwn
}

/** The text from its first letter to its last, and a little wider: a word may begin or end with a symbol for a letter. */
function* spansOf(text: string): Generator<{ span: string; around: string[] }> {
  const first = text.search(/\p{L}/u)
  const last = text.length - [...text].reverse().join('').search(/\p{L}/u)
  if (first < 0) return
  for (let start = first; start >= Math.max(0, first - 2); start -= 1)
    for (let end = last; end <= Math.min(text.length, last + 2); end += 1)
      yield { span: text.slice(start, end), around: [text.slice(0, start), text.slice(end)] }
}

/** `p@ssw0rd1`: a word in which symbols replace letters, with little around it. */
function isSpeltWord(text: string, isWord: IsWord): boolean {
  for (const { span, around } of spansOf(text))
    for (const spelling of spellings) {
      const spelt = [...span].map((sign) => spelling[sign] ?? sign)
      const word = spelt.filter((sign) => /[\p{L}\p{M}]/u.test(sign))
      const own = around.reduce((sum, part) => sum + countOwn(part), spelt.length - word.length)
      if (own < fewestOwn && isWord(word.join(''))) return true
    }
  return false
}

/** Whether a folded password is little more than one of the words, in any spelling. */
export const isDecorated = (text: string, isWord: IsWord): boolean => {
  const unit = unitOf(text)
  return isWordWithLittle(unit, isWord) || isSpeltWord(unit, isWord)
}
