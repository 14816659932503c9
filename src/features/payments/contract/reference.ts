// Crockford's base32: without the letters that look like digits.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const characters = 12

/** The letters and digits of a text from a bank or a person, in upper case. */
export const plainReference = (text: string): string => text.toUpperCase().replace(/[^0-9A-Z]/g, '')

const hexOf = (id: string): string => id.replaceAll('-', '')

/**
 * The reference for a transfer for an order: `ORD` and the first 60 varying bits of its id, which are its time and the counter
 * within a millisecond.
 */
export function orderReference(id: string): string {
  const hex = hexOf(id)
  // The thirteenth digit is the version of the UUID, 7 (RFC 9562 section 5.7).
  let bits = BigInt(`0x${hex.slice(0, 12)}${hex.slice(13, 16)}`)
  let text = ''
  for (let place = 0; place < characters; place += 1) {
    text = (alphabet[Number(bits & 31n)] ?? '') + text
    bits >>= 5n
  }
  return `ORD${text}`
}

/** The range of ids of orders with this reference; null for a text that is no reference. */
export function readOrderReference(text: string): { from: string; to: string } | null {
  const [, code] = /^ORD([0-9A-HJKMNP-TV-Z]{12})$/.exec(text) ?? []
  if (code === undefined) return null
  const bits = [...code].reduce((sum, character) => sum * 32n + BigInt(alphabet.indexOf(character)), 0n)
  const hex = bits.toString(16).padStart(15, '0')
  const start = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(12)}`
  return { from: `${start}-0000-000000000000`, to: `${start}-ffff-ffffffffffff` }
}

/** All order references that a narration could contain. */
export function findOrderReferences(narration: string): string[] {
  const text = plainReference(narration)
  return [...text.matchAll(/(?=(ORD[0-9A-HJKMNP-TV-Z]{12}))/g)].map(([, found = '']) => found)
}
