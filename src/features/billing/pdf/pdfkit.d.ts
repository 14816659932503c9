declare module '*.ttf' {
  const path: string
  export default path
}

/** The part of pdfkit that invoices use; the package has no types of its own. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream'

  type Options = {
    size: 'A4'
    margin: number
    /** Null loads none of the standard fonts. */
    font: null
    bufferPages: boolean
    lang: string
    displayTitle: boolean
    info: { Title: string; Author: string; CreationDate: Date }
  }

  class PDFDocument extends Readable {
    constructor(options: Options)
    registerFont(name: string, font: Uint8Array): this
    font(name: string): this
    fontSize(points: number): this
    fillColor(color: string): this
    strokeColor(color: string): this
    lineWidth(points: number): this
    text(text: string, x: number, y: number, options: { lineBreak: false }): this
    widthOfString(text: string): number
    rect(x: number, y: number, width: number, height: number): this
    fill(color: string): this
    moveTo(x: number, y: number): this
    lineTo(x: number, y: number): this
    stroke(): this
    addPage(): this
    switchToPage(page: number): this
    bufferedPageRange(): { start: number; count: number }
    end(): void
  }
  export default PDFDocument
}
