// Crockford's base32: without the letters that are taken for digits.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const characters = 12

/** Letters and digits of what a bank or a person wrote, in upper case. */
export const plainReference = (text: string): string => text.toUpperCase().replace(/[^0-9A-Z]/g, '')

const hexOf = (id: string): string => id.replaceAll('-', '')

/**
 * What a customer writes beside a transfer for an order: `ORD` and the first 60 bits of its id that differ, its moment and
 * what tells apart orders of one millisecond.
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

/** The ids that an order with this reference can have, as a range; null for what is no reference. */
export function readOrderReference(text: string): { from: string; to: string } | null {
  const [, code] = /^ORD([0-9A-HJKMNP-TV-Z]{12})$/.exec(text) ?? []
  if (code === undefined) return null
  const bits = [...code].reduce((sum, character) => sum * 32n + BigInt(alphabet.indexOf(character)), 0n)
  const hex = bits.toString(16).padStart(15, '0')
  const start = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(12)}`
  return { from: `${start}-0000-000000000000`, to: `${start}-ffff-ffffffffffff` }
}

/** Every reference of an order that a narration could contain. */
export function findOrderReferences(narration: string): string[] {
  const text = plainReference(narration)
  return [...text.matchAll(/(?=(ORD[0-9A-HJKMNP-TV-Z]{12}))/g)].map(([, found = '']) => found)
}
