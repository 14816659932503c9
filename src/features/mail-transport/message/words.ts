import { decodeText } from './charset.ts'

type Word = { charset: string; isBase64: boolean; text: string }

// A `?` or a space within the text violates RFC 2047, but is common.
const word = /=\?([^?\s*]+)(?:\*[^?\s]*)?\?([bq])\?(.{0,1000}?)\?=/gi
const run = /=\?[^?\s]+\?[bq]\?.{0,1000}?\?=(?:\s*=\?[^?\s]+\?[bq]\?.{0,1000}?\?=)*/gis

const fromQ = (text: string): Buffer =>
  Buffer.from(
    Buffer.from(text)
      .toString('latin1')
      .replaceAll('_', ' ')
      .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

const octetsOf = ({ isBase64, text }: Word): Buffer =>
  isBase64 ? Buffer.concat(text.split(/=+/).map((piece) => Buffer.from(piece, 'base64'))) : fromQ(text)

/** Charsets whose words each begin and end in ASCII; decoders treat an immediate next word as an error. */
const returning = /^(iso-2022-|hz-)/

/** Whether the Base64 of a word ends within a group of four, which the next word completes. */
const isCut = ({ isBase64, text }: Word): boolean => isBase64 && !text.includes('=') && text.length % 4 !== 0

function decodeRun(text: string): string {
  const words: Word[] = []
  for (const [, charset = '', encoding = '', said = ''] of text.matchAll(word)) {
    const next = { charset: charset.toLowerCase(), isBase64: encoding.toLowerCase() === 'b', text: said }
    const last = words.at(-1)
    if (last && isCut(last) && next.isBase64 && next.charset === last.charset) last.text += next.text
    else words.push(next)
  }
  const pieces: { charset: string; octets: Buffer[] }[] = []
  for (const each of words) {
    const last = pieces.at(-1)
    if (last?.charset === each.charset && !returning.test(each.charset)) last.octets.push(octetsOf(each))
    else pieces.push({ charset: each.charset, octets: [octetsOf(each)] })
  }
  return pieces.map(({ charset, octets }) => decodeText(Buffer.concat(octets), charset)).join('')
}

/**
 * Decodes encoded words (RFC 2047) anywhere in a text. Adjacent words of one charset are joined as octets before decoding, as
 * some senders split characters against the RFC.
 */
export const decodeWords = (text: string): string =>
  text.includes('=?') ? text.replace(run, decodeRun) : text
