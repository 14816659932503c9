const [cr, lf] = [13, 10]

/**
 * The same lines, each ending in CRLF: a lone CR or LF would end a line for some servers only (RFC 5321, 2.3.8), and break the
 * signature in transit.
 */
export async function* withCrlf(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let wasCr = false
  for await (const piece of content) {
    const out = Buffer.allocUnsafe(2 * piece.length + 1)
    let at = 0
    for (const byte of piece) {
      if (wasCr && byte !== lf) at = out.writeUInt8(lf, at)
      else if (byte === lf && !wasCr) at = out.writeUInt8(cr, at)
      at = out.writeUInt8(byte, at)
      wasCr = byte === cr
    }
    yield out.subarray(0, at)
  }
  if (wasCr) yield Buffer.from([lf])
}
