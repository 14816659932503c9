/** Decodes a field, given with a character per byte: UTF-8 when valid (RFC 6532), else ISO 8859-1. */
export function textOfBytes(value: string): string {
  return readUtf8(Buffer.from(value, 'latin1')) ?? value
}

function readUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** The registered names of US-ASCII, which has no octets above 127 (RFC 2046 section 4.1.2). */
const ascii =
  /^((us-?)?ascii|us|iso646-us|iso_646\.irv:1991|ansi_x3\.4-19(68|86)|(ibm|cp)367|csascii|iso-ir-6|646|)$/

const utf7 = /^(unicode-1-1-|csunicode11)?utf-?7$/

/** UTF-7 (RFC 2152): mail programs still read it, but TextDecoder does not. */
const readUtf7 = (text: string): string =>
  text.replace(/\+([A-Za-z\d+/]*)-?/g, (_, base64: string) =>
    base64 === '' ? '+' : new TextDecoder('utf-16be').decode(wholeUnits(Buffer.from(base64, 'base64'))),
  )

const wholeUnits = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length - (bytes.length % 2))

function decoderOf(charset: string): TextDecoder | null {
  try {
    return new TextDecoder(charset)
  } catch {
    return null
  }
}

const bom = /^\ufeff/

/**
 * Octets as text. Without a charset, in US-ASCII or in an unknown one, they are UTF-8 when valid, else Windows-1252; invalid
 * sequences of a known charset become U+FFFD. Never fails.
 */
export function decodeText(bytes: Uint8Array, charset: string): string {
  const name = charset.trim().toLowerCase()
  if (utf7.test(name)) return readUtf7(Buffer.from(bytes).toString('latin1'))
  const decoder = ascii.test(name) ? null : decoderOf(name)
  if (decoder) return decoder.decode(bytes)
  return (readUtf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes)).replace(bom, '')
}
