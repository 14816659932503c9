/** The supported content encodings, best first, with their file name extensions. */
export const codings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

export type Coding = (typeof codings)[number]

/** The encodings that an `Accept-Encoding` accepts, best first; `q=0` refuses one. */
export function acceptedCodings(header: string | null): Coding[] {
  const parts = (header ?? '').split(',').map((part) => part.trim().toLowerCase())
  const admitted = parts
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]?.trim())
  return codings.filter(({ name }) => admitted.includes(name))
}
