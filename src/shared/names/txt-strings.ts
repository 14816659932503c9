/**
 * Separates the strings of a TXT record in its stored value (U+001F, "unit separator") where they differ from the default split.
 * No text contains it: control characters are refused wherever a value enters.
 */
export const stringBreak = '\u001f'

/** The most octets of one string (RFC 1035 section 3.3). */
const longestString = 255

const encoder = new TextEncoder()

function cut(text: string): string[] {
  const strings: string[] = []
  let [from, at, length] = [0, 0, 0]
  for (const character of text) {
    const octets = encoder.encode(character).length
    if (length + octets > longestString) {
      strings.push(text.slice(from, at))
      ;[from, length] = [at, 0]
    }
    at += character.length
    length += octets
  }
  return [...strings, text.slice(from)]
}

/** The strings in which a stored TXT value is served: at most 255 octets and whole characters each. */
export const stringsOf = (value: string): string[] => value.split(stringBreak).flatMap(cut)

/** The stored value that is served as these strings, each split where it is too long. */
export function joinStrings(strings: readonly string[]): string {
  const parts = strings.flatMap(cut)
  const whole = parts.join('')
  const parted = parts.join(stringBreak)
  return cut(whole).join(stringBreak) === parted ? whole : parted
}

/** The text that receivers read, who join the strings without separators (RFC 7208 section 3.3). */
export const wholeText = (value: string): string => value.replaceAll(stringBreak, '')
