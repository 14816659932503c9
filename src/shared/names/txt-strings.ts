/**
 * Between the strings of a TXT record in its stored value (U+001F, "unit separator"), where they are not those that a text is cut into
 * anyway. No text has it: control characters are refused wherever a value enters.
 */
export const stringBreak = '\u001f'

/** Octets of one string (RFC 1035 section 3.3). */
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

/** The strings that a stored value of a TXT record is served as: at most 255 octets and whole characters each. */
export const stringsOf = (value: string): string[] => value.split(stringBreak).flatMap(cut)

/** The stored value that is served as these strings, each cut where it is longer than one may be. */
export function joinStrings(strings: readonly string[]): string {
  const parts = strings.flatMap(cut)
  const whole = parts.join('')
  const parted = parts.join(stringBreak)
  return cut(whole).join(stringBreak) === parted ? whole : parted
}

/** The text that receivers read, who put the strings together without anything between them (RFC 7208 section 3.3). */
export const wholeText = (value: string): string => value.replaceAll(stringBreak, '')
