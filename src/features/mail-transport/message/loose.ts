import { textOfBytes } from './charset.ts'
import { decodeWords } from './words.ts'

const maxFieldLength = 524_288
const maxValueLength = 2_000
const maxFound = 200

const patternOf = (key: string): RegExp =>
  new RegExp(String.raw`(\w{0,20})${key}\s*(?:\*\s*(\d*)\s*\*?)?\s*=\s*`, 'gi')
const patterns = { name: patternOf('name'), boundary: patternOf('boundary') }

const comment = /\((?:[^()\\]|\\.)*\)/g

/** Removes comments, also within quotes, as some programs do; up to three levels. */
const withoutComments = (text: string): string =>
  [1, 2, 3].reduce((found) => found.replace(comment, ''), text)

/** Values that some program may read at the start of a text: a quoted string, a token, or everything up to a semicolon. */
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

/** A value with its name and its section number (RFC 2231 section 3), null outside sections. */
type FoundValue = { name: string; section: number | null; values: string[] }

/** The readings of one name: its sections in order of appearance and by number, joined within the same reading. */
function valuesOfName(found: readonly FoundValue[]): string[] {
  const whole = found.filter(({ section }) => section === null).flatMap(({ values }) => values)
  const sections = found.filter(({ section }) => section !== null)
  const numbers = new Set(sections.map(({ section }) => section))
  // A duplicate is only a reading of its own when two claim the same section.
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
 * Every reading of a parameter in a structured field, with a character per byte; `key` is the end of its name. The correct
 * reading by RFC 2045 and 2231 is among them, unless it needs decoding.
 */
export function looseValues(field: string, key: keyof typeof patterns): string[] {
  const text = textOfBytes(field.slice(0, maxFieldLength))
  const decoded = decodeWords(text)
  const texts = new Set([text, decoded, withoutComments(text), withoutComments(decoded)])
  const values = [...texts].flatMap((each) => {
    const found = [...each.matchAll(patterns[key])].slice(0, maxFound).map((match): FoundValue => {
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
