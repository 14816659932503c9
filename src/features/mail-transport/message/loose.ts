import { textOfBytes } from './charset.ts'
import { decodeWords } from './words.ts'

const maxFieldLength = 524_288
const maxValueLength = 2_000
const maxFound = 200

const patternOf = (key: string): RegExp =>
  new RegExp(String.raw`(\w{0,20})${key}\s*(?:\*\s*(\d*)\s*\*?)?\s*=\s*`, 'gi')
const patterns = { name: patternOf('name'), boundary: patternOf('boundary') }

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

/** A value as it was found: in whose name, and of which section (RFC 2231 section 3), null outside sections. */
type Found = { name: string; section: number | null; values: string[] }

/** The readings of one name: its sections as they come and by their numbers, each joined in the same reading. */
function valuesOfName(found: readonly Found[]): string[] {
  const whole = found.filter(({ section }) => section === null).flatMap(({ values }) => values)
  const sections = found.filter(({ section }) => section !== null)
  const numbers = new Set(sections.map(({ section }) => section))
  // One of several is no name, unless two claim its place.
  const single =
    numbers.size < sections.length || sections.length === 1 ? sections.flatMap(({ values }) => values) : []
  const byNumber = sections.toSorted((a, b) => Number(a.section) - Number(b.section))
  const readings = sections[0]?.values.length ?? 0
  const joined = [sections, byNumber].flatMap((order) =>
    Array.from({ length: readings }, (_, n) => order.map(({ values }) => values[n] ?? '').join('')),
  )
  return [...whole, ...single, ...joined]
}

/**
 * All that any program may take for the value of a parameter in a structured field, its bytes as characters of the same code;
 * `key` is what its name ends with. What is right by RFC 2045 and 2231 is among them, where it is not decoded.
 */
export function looseValues(field: string, key: keyof typeof patterns): string[] {
  const text = textOfBytes(field.slice(0, maxFieldLength))
  const decoded = decodeWords(text)
  const texts = new Set([text, decoded, withoutComments(text), withoutComments(decoded)])
  const values = [...texts].flatMap((each) => {
    const found = [...each.matchAll(patterns[key])].slice(0, maxFound).map((match): Found => {
      const [all, name = '', number = ''] = match
      return {
        name: name.toLowerCase(),
        section: number === '' ? null : Number(number),
        values: startsOf(each.slice(match.index + all.length).slice(0, maxValueLength)),
      }
    })
    return [...Map.groupBy(found, ({ name }) => name).values()].flatMap(valuesOfName)
  })
  return [...new Set(values)].filter((value) => value !== '')
}
