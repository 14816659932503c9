import { isSeen } from '#shared/text/shown-text.ts'
import { decodeText } from './charset.ts'
import { textOf } from './head.ts'
import { readHtml } from './html.ts'
import { escapeMarkup } from './markup.ts'
import { type Message, type Part, parentsOf } from './parts.ts'
import { parameterOf } from './structured.ts'
import { decodeWords } from './words.ts'

/** Reads the decoded content of a part, or its beginning. */
export type ContentOf = (part: Part) => Buffer

/** Alternatives of one text: those of a multipart/alternative, or a single one; or the header of an enclosed message. */
type Choice = { plain: Part[]; html: Part[]; head?: Part }

export const nameOf = ({ disposition, content }: Part): string =>
  parameterOf(disposition, 'filename') || parameterOf(content, 'name')

const alternativeOf = (part: Part): Part | undefined =>
  parentsOf(part).find(({ type }) => type === 'multipart/alternative')

/**
 * The parts that form the text of a message, in order: plain text and HTML that is no attachment. A named part is a file, except
 * the first one and alternatives.
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

/** The summary of an enclosed message: its sender, date, subject and recipients. */
function headOf({ parts }: Message, outer: Part): string {
  const fields = parts.find(({ parent }) => parent === outer)?.fields ?? []
  const lines = shownFields.flatMap((name) => {
    const text = decodeWords(textOf(fields, name.toLowerCase())).trim()
    return text === '' ? [] : [`${name}: ${text}`]
  })
  return ['', ...lines, ''].join('\n')
}

/** Joins the lines of a text that were wrapped for sending (RFC 3676). */
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

/** The text of a part from its content or the beginning of it, `bytes`; its lines end by LF. */
export function textIn({ content }: Part, bytes: Buffer): string {
  const text = decodeText(bytes, parameterOf(content, 'charset')).replaceAll('\r\n', '\n')
  const isFlowed = parameterOf(content, 'format').toLowerCase() === 'flowed'
  return isFlowed ? unflow(text, parameterOf(content, 'delsp').toLowerCase() === 'yes') : text
}

type Looking = { contentOf: ContentOf; enough?: number }

/**
 * The readable text of a message: the plain text of each alternative, else the text of its HTML, also when the plain texts are
 * empty. `enough` limits it to about this many characters.
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

/** The HTML of a message, with its plain texts converted; null when it has no HTML. */
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
