/** The supported content codings, best first, and the file name extension for each. */
export const codings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

export type Coding = (typeof codings)[number]

/** The codings that an `Accept-Encoding` accepts, best first; one with `q=0` is refused. */
export function acceptedCodings(header: string | null): Coding[] {
  const parts = (header ?? '').split(',').map((part) => part.trim().toLowerCase())
  const admitted = parts
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]?.trim())
  return codings.filter(({ name }) => admitted.includes(name))
}
