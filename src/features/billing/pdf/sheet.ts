import { loadFonts, piecesOf, type Weight } from './fonts/fonts.ts'

const margin = 48
/** A4 in points. */
const page = { width: 595.28, height: 841.89 }
export const left = margin
export const right = page.width - margin
export const bottom = page.height - margin - 24

export const ink = { text: '#16181d', muted: '#5b616e', line: '#d5d8de', warning: '#9a3412' }

type Style = { size?: number; weight?: Weight; color?: string; align?: 'left' | 'right' }

/** A document of A4 pages; texts are placed in points from the upper left. */
export type Sheet = {
  /** Draws one line of text; `x` is its right end when it is aligned right. */
  put(text: string, x: number, y: number, style?: Style): void
  /** Lines of a text in this width. */
  wrap(text: string, width: number, style?: Style): string[]
  rule(y: number): void
  addPage(): void
  /** Calls `draw` for each page once all are drawn. */
  eachPage(draw: (page: number, pages: number) => void): void
  end(): Promise<Uint8Array>
}

/** An empty document with the invoice fonts. */
export async function openSheet(info: { title: string; author: string; at: Date }): Promise<Sheet> {
  // Imported lazily, so that a portal starts without it.
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    size: 'A4',
    margin,
    font: null,
    bufferPages: true,
    lang: 'en-IN',
    displayTitle: true,
    info: { Title: info.title, Author: info.author, CreationDate: info.at },
  })
  for (const [name, font] of await loadFonts()) document.registerFont(name, font)
  const chunks: Uint8Array[] = []
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    document.on('end', resolve)
    document.on('error', reject)
  })

  const measure = (text: string, { size = 9, weight = 'regular' }: Style = {}): number => {
    document.fontSize(size)
    return piecesOf(text, weight).reduce(
      (width, piece) => width + document.font(piece.font).widthOfString(piece.text),
      0,
    )
  }
  const put: Sheet['put'] = (text, x, y, style = {}) => {
    const { size = 9, weight = 'regular', color = ink.text, align = 'left' } = style
    let at = align === 'right' ? x - measure(text, style) : x
    document.fontSize(size).fillColor(color)
    for (const piece of piecesOf(text, weight)) {
      document.font(piece.font).text(piece.text, at, y, { lineBreak: false })
      at += document.widthOfString(piece.text)
    }
  }
  return {
    put,
    wrap: (text, width, style) => wrapText(text, (part) => measure(part, style) <= width),
    rule(y) {
      document.strokeColor(ink.line).lineWidth(0.75).moveTo(left, y).lineTo(right, y).stroke()
    },
    addPage: () => void document.addPage(),
    eachPage(draw) {
      const { count } = document.bufferedPageRange()
      for (let number = 0; number < count; number += 1) {
        document.switchToPage(number)
        draw(number + 1, count)
      }
    },
    async end() {
      document.end()
      await ended
      return Buffer.concat(chunks)
    },
  }
}

/** Wraps text, between words, and within a word longer than a line. */
function wrapText(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  let current = ''
  for (const word of text.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`
    if (fits(longer)) {
      current = longer
      continue
    }
    if (current !== '') lines.push(current)
    current = ''
    for (const letter of word) {
      if (current !== '' && !fits(current + letter)) {
        lines.push(current)
        current = ''
      }
      current += letter
    }
  }
  return [...lines, current]
}
