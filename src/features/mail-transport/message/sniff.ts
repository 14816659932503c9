/** The first bytes of a type; `?` is any byte. */
const starts: [string, string][] = [
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '474946383761'],
  ['image/gif', '474946383961'],
  ['image/webp', '52494646????????57454250'],
  ['application/pdf', '255044462d'],
  ['application/zip', '504b0304'],
]

/** The media type of content by its first bytes; null when unknown. Text of any kind is never recognised. */
export function sniffType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('hex')
  const begins = (start: string) => [...start].every((digit, at) => digit === '?' || digit === head[at])
  return starts.find(([, start]) => begins(start))?.[0] ?? null
}

/** Whether it is an image type that cannot contain a script. */
export const isSafePicture = (type: string | null): type is string => type?.startsWith('image/') ?? false
