import { partName } from './attachments.ts'
import { decodeText } from './charset.ts'
import { type Field, valuesOf } from './head.ts'
import { hasText, heldContent } from './held.ts'
import { looseValues } from './loose.ts'
import type { Message, Part } from './parts.ts'
import { nameOf, textIn } from './texts.ts'
import { walkBytes } from './walk.ts'
import { decodeWords } from './words.ts'

const maxLevels = 3

const fromPercent = (text: string): string =>
  /%[0-9a-f]{2}/i.test(text)
    ? decodeText(
        Buffer.from(
          Buffer.from(text)
            .toString('latin1')
            .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        ),
        '',
      )
    : text

/** Readings of a parameter value: raw, and decoded by RFC 2047, RFC 2231 or both. */
function readingsOf(value: string): string[] {
  if (!/[%'=]/.test(value)) return [value]
  const bare = value.replace(/^[\w.:-]*'[\w-]*'/, '')
  const decoded = [value, bare].flatMap((each) => [each, fromPercent(each), decodeWords(each)])
  return [...decoded, ...decoded.map((each) => fromPercent(decodeWords(each)))]
}

// Characters of a name that file systems and screens drop.
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const ending = /[^\p{L}\p{N}]+$/u

/** The same as a file name: without invisible characters, cut at a control character, without trailing dots and spaces. */
const asFileNames = (name: string): string[] => {
  if (/^[\w .()-]*[a-z\d]$/i.test(name)) return [name]
  const seen = name.normalize('NFKC').replace(unseen, '')
  const [first = ''] = seen.split(/\p{Cc}|::?\$/u)
  return [name, first, seen.replace(/\p{Cc}/gu, '')].map((each) => each.replace(ending, '').trim())
}

/** The last segment of a URL (RFC 2557 section 4.2); none when it has only a host. */
const fileOf = (location: string): string[] => {
  const path =
    location
      .trim()
      .replace(/^[a-z]+:\/\/[^/]*\/?/i, '')
      .split(/[?#]/)[0] ?? ''
  return path === '' ? [] : [path.slice(path.lastIndexOf('/') + 1)]
}

const namesIn = (fields: readonly Field[]): string[] => [
  ...['content-disposition', 'content-type']
    .flatMap((name) => valuesOf(fields, name))
    .flatMap((value) => looseValues(value, 'name')),
  ...valuesOf(fields, 'content-location').flatMap(fileOf),
]

/** Files within a text, in the format before MIME (POSIX uuencode). */
const uuencodedIn = (part: Part): string[] =>
  hasText(part, 'begin', ['begin'])
    ? [
        ...textIn(part, heldContent(part)).matchAll(/^begin(?:-base64)?[ \t]+[0-7]{3,4}[ \t]+(.{1,500})$/gm),
      ].map(([, name = '']) => name.trim())
    : []

/** The decoded preamble of a multipart that claims an encoding, as a message of its own. */
const encodedParts = (part: Part): Buffer =>
  part.held.length === 0
    ? part.held
    : Buffer.concat([
        Buffer.from(`Content-Type: ${valuesOf(part.fields, 'content-type')[0]}\r\n\r\n`, 'latin1'),
        heldContent(part),
      ])

/** The names in a message and in the messages within it. */
type Names = {
  found: string[]
  /** Whether an inner message is too deep or too complex to read. */
  isOverbuilt: boolean
}

function readWithin(content: Buffer, level: number, names: Names): void {
  if (content.length === 0) return
  if (level < maxLevels) readMessage(walkBytes(content), level + 1, names)
  else names.isOverbuilt = true
}

function readNamesOf(part: Part, level: number, names: Names): void {
  names.found.push(partName(part), nameOf(part), ...namesIn(part.fields))
  if (part.isContainer) readWithin(encodedParts(part), level, names)
  else if (part.type === 'text/plain') names.found.push(...uuencodedIn(part))
  else if (part.type.startsWith('message/')) readWithin(heldContent(part), level, names)
}

function readMessage(message: Message, level: number, names: Names): void {
  names.isOverbuilt ||= message.isOverbuilt
  for (const part of message.parts) readNamesOf(part, level, names)
  for (const suspect of message.suspects) names.found.push(...namesIn(suspect))
}

/**
 * Every name that any mail program may give to a part of a message, displayed names first: from all fields and parts, inner
 * messages, and text that looks like a part; and whether the message is too complex to read. Rules against dangerous names check
 * them all.
 */
export function possibleNames(message: Message): { possibleNames: string[]; isOverbuilt: boolean } {
  const names: Names = { found: [], isOverbuilt: false }
  readMessage(message, 0, names)
  const readings = new Set(names.found.flatMap((name) => [name, ...readingsOf(name).flatMap(asFileNames)]))
  return { possibleNames: [...readings].filter((name) => name !== ''), isOverbuilt: names.isOverbuilt }
}
