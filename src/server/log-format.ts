/** The format of a process's log: one JSON object per line for programs, or text lines for people. */
export const logFormats = ['json', 'text'] as const
export type LogFormat = (typeof logFormats)[number]

/** The format that was set; otherwise text on a terminal and JSON for any other output. */
export const logFormatOf = (
  set: LogFormat | undefined,
  { isTTY = false }: { isTTY?: boolean } = process.stdout,
): LogFormat => set ?? (isTTY ? 'text' : 'json')

export type LogEntry = {
  at: Date
  level: 'debug' | 'info' | 'warn' | 'error'
  msg: string
  fields: Record<string, unknown>
}

/** Control characters that affect a terminal or reverse the text direction are escaped. */
const spell = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`,
  )

/** A value unchanged where it is unambiguous, else as JSON. */
function writeValue(value: unknown): string {
  if (typeof value === 'string' && /^[\p{L}\p{N}_.:/@+~-]+$/u.test(value)) return value
  return spell(JSON.stringify(value) ?? 'undefined')
}

const two = (value: number): string => String(value).padStart(2, '0')
const clockOf = (at: Date): string => [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')

// SGR codes of ECMA-48: dim, yellow, red.
const codes = { debug: 2, info: null, warn: 33, error: 31 } as const
const paint = (text: string, code: number | null, isColoured: boolean): string =>
  isColoured && code !== null ? `\u001b[${code}m${text}\u001b[0m` : text

const isStack = (name: string, value: unknown): value is string[] => name === 'stack' && Array.isArray(value)

/** Parses a JSON line of a portal's log; null for any other line. */
export function readEntry(line: string): LogEntry | null {
  if (!line.startsWith('{"at":')) return null
  try {
    const { at, level, msg, ...fields } = JSON.parse(line)
    return { at: new Date(at), level, msg, fields }
  } catch {
    return null
  }
}

/** An entry for people: local time, level, message and fields on one line, with the stack trace below. */
export function writeText({ at, level, msg, fields }: LogEntry, isColoured: boolean): string {
  const all = Object.entries(fields).filter(([, value]) => value !== undefined)
  const plain = all
    .filter(([name, value]) => !isStack(name, value))
    .map(([name, value]) => paint(`${name}=${writeValue(value)}`, codes.debug, isColoured))
  const rows = all.flatMap(([name, value]) => (isStack(name, value) ? value : []))
  const head = `${paint(clockOf(at), codes.debug, isColoured)} ${paint(level.padEnd(5), codes[level], isColoured)}`
  const first = [head, spell(msg), ...plain].join(' ')
  return [first, ...rows.map((row) => `  ${spell(row.trim())}`)].join('\n')
}
