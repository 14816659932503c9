export type Range = { start: number; end: number }

const isListed = (header: string, etag: string): boolean =>
  header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))

const toSeconds = (ms: number): number => Math.floor(ms / 1_000)

/** Whether the client has this version already (RFC 9110 section 13.1: an `If-None-Match` wins over the date). */
export function isKnown(headers: Headers, etag: string, mtimeMs: number): boolean {
  const tags = headers.get('if-none-match')
  if (tags !== null) return isListed(tags, etag)
  const since = Date.parse(headers.get('if-modified-since') ?? '')
  return !Number.isNaN(since) && toSeconds(mtimeMs) <= toSeconds(since)
}

/** Whether a `Range` counts: always, unless an `If-Range` names another version (RFC 9110 section 13.1.5). */
export function countsRange(headers: Headers, etag: string, mtimeMs: number): boolean {
  const condition = headers.get('if-range')
  if (condition === null || condition === etag) return true
  return toSeconds(Date.parse(condition)) === toSeconds(mtimeMs)
}

/**
 * The one range that is asked for (RFC 9110 section 14.1.2); null for the whole, which is also the answer to several
 * ranges or to what is none; `unsatisfiable` when it lies behind the end.
 */
export function readRange(header: string | null, size: number): Range | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start >= size || end < start ? 'unsatisfiable' : { start, end }
}

const codings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

/** The codings with a file of their own that an `Accept-Encoding` admits, best first; one with `q=0` is refused. */
export function acceptedCodings(header: string | null): (typeof codings)[number][] {
  const parts = (header ?? '').split(',').map((part) => part.trim().toLowerCase())
  const admitted = parts
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]?.trim())
  return codings.filter(({ name }) => admitted.includes(name))
}
