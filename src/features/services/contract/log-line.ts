import { containsText } from '#shared/text/search-text.ts'
import { formatExactMoment } from '#shared/time.ts'
import type { LogKind } from './log-search.ts'

const stampPattern = /\[(\d{2})\/(\w{3})\/(\d{4}):([\d:]{8} [+-]\d{4})\] ?/
const accessPattern = /^\S+ \S+ \S+ \[[^\]]+\] "[^"]*" (\d{3}) /
const errorPattern = /^\[[^\]]+\] \[(?:error|crit|alert|emerg)\]/

export type LogLine = {
  /** The line without its time. */
  text: string
  /** In Indian time; null for a line without a time, such as the rest of a longer message. */
  time: string | null
  isAccess: boolean
  /** A response status of 400 and above, or an error of the web server. */
  isError: boolean
}

/** A log line of a web server: a request in the combined format, or a message of the server. */
export function readLogLine(line: string): LogLine {
  const [stamp, day, month, year, time] = stampPattern.exec(line) ?? []
  const at = new Date(`${day} ${month} ${year} ${time}`)
  const hasTime = stamp !== undefined && !Number.isNaN(at.getTime())
  const status = accessPattern.exec(line)?.[1]
  return {
    text: hasTime ? line.replace(stamp, '') : line,
    time: hasTime ? formatExactMoment(at) : null,
    isAccess: status !== undefined,
    isError: status === undefined ? errorPattern.test(line) : Number(status) >= 400,
  }
}

/** A line for display, with its time first. */
export const showLogLine = ({ time, text }: LogLine): string => (time === null ? text : `${time} ${text}`)

/** Whether a line has this kind and, as displayed, contains the text in any case; both are optional. */
export function matchesLog(
  line: string,
  { kind, q }: { kind?: LogKind | undefined; q?: string | undefined },
): boolean {
  const read = readLogLine(line)
  if (kind === 'access' && !read.isAccess) return false
  if (kind === 'error' && !read.isError) return false
  return !q || containsText(showLogLine(read), q)
}
