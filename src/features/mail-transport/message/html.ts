import { Parser } from 'htmlparser2'

/** Elements whose content is not readable text. */
export const nonTextTags =
  'script style textarea option select noscript title template iframe object embed applet svg math xmp noembed noframes plaintext'.split(
    ' ',
  )

const unread = new Set(nonTextTags)
const lines = new Set(
  'address article aside blockquote center dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
)
const cells = new Set(['td', 'th'])

/** A Content-ID in a URL, percent-encoded (RFC 2392). */
export const decodeId = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const pieceLength = 1_024
// Five times the displayed length; parsing more takes long.
const maxLevels = 1_000

/**
 * The text of an HTML page, a line for each block, and the Content-IDs of its embedded images (RFC 2392). Reading stops after
 * `enough` characters, or at a nesting depth beyond real messages.
 */
export function readHtml(
  html: string,
  enough = Number.POSITIVE_INFINITY,
): { text: string; pictures: Set<string> } {
  const pieces: string[] = []
  const pictures = new Set<string>()
  let skipped = 0
  let levels = 0
  let seen = 0
  const see = (text: string) => {
    if (skipped > 0) return
    pieces.push(text)
    seen += text.trim().length
  }
  const breakLine = () => {
    if (!pieces.at(-1)?.endsWith('\n')) see('\n')
  }
  const parser = new Parser({
    onopentag(name, { src = '' }) {
      levels += 1
      if (unread.has(name)) skipped += 1
      else if (name === 'br') see('\n')
      else if (lines.has(name)) breakLine()
      if (name === 'img' && skipped === 0 && /^\s*cid:/i.test(src))
        pictures.add(decodeId(src.trim().slice(4)))
    },
    ontext: see,
    onclosetag(name) {
      levels -= 1
      if (unread.has(name)) skipped = Math.max(0, skipped - 1)
      else if (lines.has(name)) breakLine()
      else if (cells.has(name)) see(' ')
    },
  })
  for (let at = 0; at < html.length && seen < enough && levels < maxLevels; at += pieceLength)
    parser.write(html.slice(at, at + pieceLength))
  parser.end()
  const text = pieces
    .join('')
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/\r/g, '')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return { text, pictures }
}
