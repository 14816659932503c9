import { textOfBytes } from './charset.ts'
import { decodeWords } from './words.ts'

const maxFieldLength = 524_288
const maxValueLength = 2_000
const maxFound = 200

const comment = /\((?:[^()\\]|\\.)*\)/g

/** Comments out, in quotes as well, as of programs that do not know these apart; three levels of them. */
const withoutComments = (text: string): string =>
  [1, 2, 3].reduce((found) => found.replace(comment, ''), text)

/** What some program may take for the value that begins a text: a quoted string, a token, or all up to a semicolon. */
function startsOf(text: string): string[] {
  const [whole = ''] = /^(?:"(?:[^"\\]|\\.)*"|[^;"]|"(?!.*"))*/s.exec(text) ?? []
  const [, quoted] = /^"((?:[^"\\]|\\.)*)/s.exec(text) ?? []
  const [upTo = ''] = /^[^;]*/.exec(text) ?? []
  const [token = ''] = /^[^\s;,"]*/.exec(text) ?? []
  return [
    quoted?.replace(/\\(.)/gs, '$1') ?? whole,
    quoted ?? token,
    whole.replaceAll('"', ''),
    upTo.replaceAll('"', ''),
    token,
  ].map((value) => value.trim())
}

/** The same reading of all sections of a value (RFC 2231 section 3), as they come and by their numbers. */
function joined(found: readonly { number: number; values: string[] }[]): string[] {
  if (found.length < 2) return []
  const byNumber = found.toSorted((a, b) => a.number - b.number)
  const readings = found[0]?.values.length ?? 0
  return [found, byNumber].flatMap((order) =>
    Array.from({ length: readings }, (_, n) => order.map(({ values }) => values[n] ?? '').join('')),
  )
}

/**
 * All that any program may take for the value of a parameter in a structured field, its bytes as characters of the same code;
 * `key` is the source of a pattern for its name. What is right by RFC 2045 and 2231 is among them, where it is not decoded.
 */
export function looseValues(field: string, key: string): string[] {
  const text = textOfBytes(field.slice(0, maxFieldLength))
  const decoded = decodeWords(text)
  const texts = new Set([text, decoded, withoutComments(text), withoutComments(decoded)])
  const pattern = new RegExp(String.raw`${key}\s*(?:\*\s*(\d*)\s*\*?)?\s*=\s*`, 'gi')
  const values = [...texts].flatMap((each) => {
    const found = [...each.matchAll(pattern)].slice(0, maxFound).map((match) => ({
      number: Number(match[1] ?? 0),
      values: startsOf(each.slice(match.index + match[0].length).slice(0, maxValueLength)),
    }))
    return [...found.flatMap((one) => one.values), ...joined(found)]
  })
  return [...new Set(values)].filter((value) => value !== '')
}
