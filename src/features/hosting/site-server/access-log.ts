import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Size in bytes at which a log is rotated to `.1`, which replaces its predecessor. */
const rotateBytes = 1_024 * 1_024
const flushMs = 100
/** Buffered lines; a larger burst is written immediately. */
const maxWaiting = 500
const longestField = 512

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number): string => String(value).padStart(2, '0')

/** `21/Nov/2026:14:05:09 +0000` */
const stamp = (at: Date): string =>
  `${two(at.getUTCDate())}/${months[at.getUTCMonth()]}/${at.getUTCFullYear()}:${at.toISOString().slice(11, 19)} +0000`

/** Escapes a client's text within quotes, so that it cannot end them or the line. */
const quote = (text: string | null): string =>
  `"${(text ?? '-').slice(0, longestField).replace(/["\\\p{Cc}]/gu, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`)}"`

/** A request in the combined log format of Apache and nginx. */
export function formatAccess(request: Request, response: Response, at: Date): string {
  const { pathname, search } = new URL(request.url)
  const client = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? ''
  const address = /^[\da-fA-F.:]{2,45}$/.test(client) ? client : '-'
  const bytes = response.headers.get('content-length') ?? '-'
  const line = `${request.method} ${pathname}${search} HTTP/1.1`
  const { headers } = request
  return `${address} - - [${stamp(at)}] ${quote(line)} ${response.status} ${bytes} ${quote(headers.get('referer'))} ${quote(headers.get('user-agent'))}`
}

export interface SiteLog {
  access(request: Request, response: Response): void
  /** A message of the server itself. */
  note(level: 'notice' | 'error', text: string): void
  flush(): void
}

/** A log of bounded size; lines reach the disk within a tenth of a second. */
export function openSiteLog(path: string, now: () => Date): SiteLog {
  let waiting: string[] = []
  let timer: Timer | null = null
  const sizeOf = () => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const flush = () => {
    if (timer) clearTimeout(timer)
    timer = null
    const text = waiting.map((line) => `${line}\n`).join('')
    waiting = []
    if (text === '') return
    try {
      if (sizeOf() + text.length > rotateBytes) renameSync(path, `${path}.1`)
    } catch {
      // There was none yet.
    }
    try {
      // Creates only the last folder: a removed service must not come back.
      if (!existsSync(dirname(path))) mkdirSync(dirname(path))
      appendFileSync(path, text)
    } catch {
      // A full disk or a removed folder must not take the site down; these lines are lost.
    }
  }
  const write = (line: string) => {
    waiting.push(line)
    if (waiting.length >= maxWaiting) flush()
    else timer ??= setTimeout(flush, flushMs)
  }
  return {
    flush,
    access: (request, response) => write(formatAccess(request, response, now())),
    note: (level, text) => write(`[${stamp(now())}] [${level}] ${text}`),
  }
}
