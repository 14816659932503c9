import { escapeMarkup } from '../inbox/markup.ts'
import { decodeText } from './charset.ts'
import { readHtml } from './html.ts'
import { type Message, type Part, parentsOf } from './parts.ts'
import { parameterOf } from './structured.ts'

/** Where the content of a part comes from, decoded, or its beginning. */
export type ContentOf = (part: Part) => Buffer

/** Texts of which one is shown: those of a multipart/alternative, or a single one. */
type Choice = { plain: Part[]; html: Part[] }

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
  for (const part of textParts(message)) {
    const selector = alternativeOf(part) ?? part
    const choice = choices.get(selector) ?? { plain: [], html: [] }
    choices.set(selector, choice)
    choice[part.type === 'text/html' ? 'html' : 'plain'].push(part)
  }
  return [...choices.values()]
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
  const plain = read(({ plain: parts, html }) =>
    parts.length > 0 ? parts.map((part) => textIn(part, contentOf(part))).join('\n') : words(html),
  )
  if (plain.trim() !== '') return plain
  return read(({ html }) => words(html))
}

/** The HTML of a message, plain texts in their place; null when it has none. */
export function shownHtml(message: Message, contentOf: ContentOf): string | null {
  const choices = choicesOf(message)
  if (choices.every(({ html }) => html.length === 0)) return null
  return choices
    .map(({ plain, html }) =>
      html.length > 0
        ? html.map((part) => textIn(part, contentOf(part))).join('\n')
        : plain.map((part) => `<pre>${escapeMarkup(textIn(part, contentOf(part)))}</pre>`).join('\n'),
    )
    .join('\n')
}
