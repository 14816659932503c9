const equals = 61

/** Base64 (RFC 2045 section 6.8); invalid characters are skipped, and several padded pieces may follow each other. */
function fromBase64(body: Buffer): Buffer {
  const end = body.indexOf(equals)
  const text = body.toString('latin1')
  if (end < 0 || !/[\w+/-]/.test(text.slice(end))) return Buffer.from(text, 'base64')
  return Buffer.concat(text.split(/=+/).map((piece) => Buffer.from(piece, 'base64')))
}

const space = 32
const tab = 9
const lineFeed = 10
const carriageReturn = 13

const isBlank = (octet: number | undefined): boolean => octet === space || octet === tab

/** The end of the line when only blanks follow `at`; null otherwise. */
function endOfBlankLine(body: Buffer, at: number): number | null {
  let end = at
  while (isBlank(body[end])) end += 1
  if (end === body.length) return end
  if (body[end] === carriageReturn && body[end + 1] === lineFeed) return end + 2
  return body[end] === lineFeed ? end + 1 : null
}

const digitOf = (octet: number | undefined): number => {
  const sign = octet === undefined ? '' : String.fromCharCode(octet)
  return /[\da-f]/i.test(sign) ? Number.parseInt(sign, 16) : -1
}

/** Quoted-printable (RFC 2045 section 6.7); an invalid `=` is text, and trailing blanks stay. */
function fromQuoted(body: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(body.length)
  let length = 0
  let from = 0
  for (let at = body.indexOf(equals); at >= 0; at = body.indexOf(equals, from)) {
    length += body.copy(decoded, length, from, at)
    const end = endOfBlankLine(body, at + 1)
    const [high, low] = [digitOf(body[at + 1]), digitOf(body[at + 2])]
    if (end !== null) from = end
    else if (high >= 0 && low >= 0) {
      decoded[length] = 16 * high + low
      length += 1
      from = at + 3
    } else {
      decoded[length] = equals
      length += 1
      from = at + 1
    }
  }
  length += body.copy(decoded, length, from)
  return decoded.subarray(0, length)
}

/** The octets of a body, decoded by its Content-Transfer-Encoding; unchanged for an unknown one. */
export function decodeTransfer(body: Buffer, encoding: string): Buffer {
  if (encoding === 'base64') return fromBase64(body)
  return encoding === 'quoted-printable' ? fromQuoted(body) : body
}
