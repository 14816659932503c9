/**
 * A name inside the server: its wire format without the root label, in lower case, one character a byte. A name below
 * another therefore ends with it.
 */
export type Name = string

const maxLabel = 63
const maxName = 254
const pointerBits = 0xc0

/** @throws Error with the rule that `text`, a host name with or without its trailing dot, breaks */
export function toName(text: string): Name {
  const labels = text === '.' || text === '' ? [] : text.replace(/\.$/, '').toLowerCase().split('.')
  const name = labels
    .map((label) => {
      if (!/^[!-~]+$/.test(label)) throw new Error(`“${text}” is no name`)
      if (label.length > maxLabel)
        throw new Error(`“${text}” has a label of more than ${maxLabel} characters`)
      return String.fromCharCode(label.length) + label
    })
    .join('')
  if (name.length > maxName) throw new Error(`“${text}” is longer than a name may be`)
  return name
}

/** The name in text form, without the trailing dot. */
export function nameText(name: Name): string {
  const labels: string[] = []
  for (let at = 0; at < name.length; at += 1 + name.charCodeAt(at))
    labels.push(name.slice(at + 1, at + 1 + name.charCodeAt(at)))
  return labels.join('.') || '.'
}

/** The name without its first label; the root stays the root. */
export const parentOf = (name: Name): Name => (name === '' ? '' : name.slice(1 + name.charCodeAt(0)))

/** Whether `name` is `ancestor` or lies below it. */
export function isWithin(name: Name, ancestor: Name): boolean {
  let rest = name
  while (rest.length > ancestor.length) rest = parentOf(rest)
  return rest === ancestor
}

/** The offset after an uncompressed name, its root label included; -1 when it is invalid. */
export function endOfPlainName(bytes: Uint8Array, start: number): number {
  let at = start
  for (;;) {
    const length = bytes[at]
    if (length === undefined || length > maxLabel || at - start > maxName) return -1
    at += 1 + length
    if (length === 0) return at
  }
}

/**
 * Reads a possibly compressed name, with the offset after it; null when it is invalid. Pointers go backwards only, so no
 * message can make a loop.
 */
export function readName(bytes: Buffer, start: number): { name: Name; end: number } | null {
  let name = ''
  let at = start
  let end = -1
  let lowest = start
  for (;;) {
    const length = bytes[at]
    if (length === undefined) return null
    if (length === 0) return { name, end: end < 0 ? at + 1 : end }
    if (length >= pointerBits) {
      const target = ((length & 0x3f) << 8) | (bytes[at + 1] ?? 0)
      if (at + 1 >= bytes.length || target >= lowest) return null
      if (end < 0) end = at + 2
      lowest = target
      at = target
      continue
    }
    if (length > maxLabel || at + 1 + length > bytes.length) return null
    name += bytes.toString('latin1', at, at + 1 + length)
    if (name.length > maxName) return null
    at += 1 + length
  }
}
