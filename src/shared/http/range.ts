/** A range of a file's bytes, both ends included. */
export type Range = { start: number; end: number }

/**
 * The requested range (RFC 9110 section 14.1.2); null for the whole file, also for several ranges or an invalid one;
 * `unsatisfiable` when it starts beyond the end.
 */
export function readRange(header: string | null, size: number): Range | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start >= size || end < start ? 'unsatisfiable' : { start, end }
}

/** The `Content-Range` of a range; with null that of a refusal, which states the size. */
export const contentRange = (range: Range | null, size: number): string =>
  range ? `bytes ${range.start}-${range.end}/${size}` : `bytes */${size}`
