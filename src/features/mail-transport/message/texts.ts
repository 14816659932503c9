import { isSeen } from '#shared/text/shown-text.ts'
import { decodeText } from './charset.ts'
import { textOf } from './head.ts'
import { readHtml } from './html.ts'
import { escapeMarkup } from './markup.ts'
import { type Message, type Part, parentsOf } from './parts.ts'
import { parameterOf } from './structured.ts'
import { decodeWords } from './words.ts'

/** Where the content of a part comes from, decoded, or its beginning. */
export type ContentOf = (part: Part) => Buffer

/** Texts of which one is shown: those of a multipart/alternative, or a single one; or the head of a message within. */
type Choice = { plain: Part[]; html: Part[]; head?: Part }

export const nameOf = ({ disposition, content }: Part): string =>
  parameterOf(disposition, 'filename') || parameterOf(content, 'name')

const alternativeOf = (part: Part): Part | undefined =>
  parentsOf(part).find(({ type }) => type === 'multipart/alternative')

/**
 * The parts that are read as the text of a message, in order: plain text and HTML that is no attachment. One that has a name is
 * a file, but for the first and those that are alternatives.
 */
export function textParts({ parts }: Message): Part[] {
  const leaves = parts.filter(({ isContainer }) => !isContainer)
  return leaves.filter(
    (part, n) =>
      /^text\/(plain|html)$/.test(part.type) &&
      part.disposition.value !== 'attachment' &&
      (n === 0 || nameOf(part) === '' || alternativeOf(part) !== undefined),
  )
}

function choicesOf(message: Message): Choice[] {
  const choices = new Map<Part, Choice>()
  const texts = new Set(textParts(message))
  for (const part of message.parts) {
    if (part.type === 'message/rfc822' && part.isContainer)
      choices.set(part, { plain: [], html: [], head: part })
    if (!texts.has(part)) continue
    const selector = alternativeOf(part) ?? part
    const choice = choices.get(selector) ?? { plain: [], html: [] }
    choices.set(selector, choice)
    choice[part.type === 'text/html' ? 'html' : 'plain'].push(part)
  }
  return [...choices.values()]
}

const shownFields = ['From', 'Date', 'Subject', 'To']

/** What is said of the message within a part: who wrote it, when, about what and to whom. */
function headOf({ parts }: Message, outer: Part): string {
  const fields = parts.find(({ parent }) => parent === outer)?.fields ?? []
  const lines = shownFields.flatMap((name) => {
    const text = decodeWords(textOf(fields, name.toLowerCase())).trim()
    return text === '' ? [] : [`${name}: ${text}`]
  })
  return ['', ...lines, ''].join('\n')
}

/** A text whose lines were broken for sending (RFC 3676): they are whole again. */
function unflow(text: string, isDelSp: boolean): string {
  let isOpen = false
  const pieces: string[] = []
  for (const stuffed of text.split('\n')) {
    const line = stuffed.startsWith(' ') ? stuffed.slice(1) : stuffed
    if (pieces.length > 0 && !isOpen) pieces.push('\n')
    isOpen = line.endsWith(' ') && line !== '-- '
    pieces.push(isOpen && isDelSp ? line.slice(0, -1) : line)
  }
  return pieces.join('')
}

/** The text of a part, of which `bytes` is the content, or its beginning; its lines end by LF. */
export function textIn({ content }: Part, bytes: Buffer): string {
  const text = decodeText(bytes, parameterOf(content, 'charset')).replaceAll('\r\n', '\n')
  const isFlowed = parameterOf(content, 'format').toLowerCase() === 'flowed'
  return isFlowed ? unflow(text, parameterOf(content, 'delsp').toLowerCase() === 'yes') : text
}

type Looking = { contentOf: ContentOf; enough?: number }

/**
 * What a person reads of a message without its pictures: the plain text of each choice, else the words of its HTML, which are
 * looked at as well where the plain texts have nothing. With `enough`, about so many characters of it.
 */
export function shownText(
  message: Message,
  { contentOf, enough = Number.POSITIVE_INFINITY }: Looking,
): string {
  const choices = choicesOf(message)
  const words = (parts: Part[]) =>
    parts.map((part) => readHtml(textIn(part, contentOf(part)), enough).text).join('\n')
  const read = (pick: (choice: Choice) => string) => {
    let text = ''
    for (const choice of choices) {
      if (text.length >= enough) break
      text += `${text === '' ? '' : '\n'}${pick(choice)}`
    }
    return text
  }
  const plain = read(({ plain: parts, html, head }) =>
    head
      ? headOf(message, head)
      : parts.length > 0
        ? parts.map((part) => textIn(part, contentOf(part))).join('\n')
        : words(html),
  )
  if (isSeen(plain)) return plain
  return read(({ html }) => words(html))
}

/** The HTML of a message, plain texts in their place; null when it has none. */
export function shownHtml(message: Message, contentOf: ContentOf): string | null {
  const choices = choicesOf(message)
  if (choices.every(({ html }) => html.length === 0)) return null
  return choices
    .map(({ plain, html, head }) =>
      head
        ? `<pre>${escapeMarkup(headOf(message, head))}</pre>`
        : html.length > 0
          ? html.map((part) => textIn(part, contentOf(part))).join('\n')
          : plain.map((part) => `<pre>${escapeMarkup(textIn(part, contentOf(part)))}</pre>`).join('\n'),
    )
    .join('\n')
}
