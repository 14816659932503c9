import { knowsEtag } from '#shared/http/etag.ts'

const toSeconds = (ms: number): number => Math.floor(ms / 1_000)

/** Whether the client already has this version (RFC 9110 section 13.1: `If-None-Match` takes precedence over the date). */
export function isKnown(headers: Headers, etag: string, mtimeMs: number): boolean {
  const tags = headers.get('if-none-match')
  if (tags !== null) return knowsEtag(tags, etag)
  const since = Date.parse(headers.get('if-modified-since') ?? '')
  return !Number.isNaN(since) && toSeconds(mtimeMs) <= toSeconds(since)
}

/** Whether a `Range` applies: always, unless `If-Range` names another version (RFC 9110 section 13.1.5). */
export function countsRange(headers: Headers, etag: string, mtimeMs: number): boolean {
  const condition = headers.get('if-range')
  if (condition === null || condition === etag) return true
  return toSeconds(Date.parse(condition)) === toSeconds(mtimeMs)
}
