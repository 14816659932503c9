import { z } from 'zod'
import { filesPrefix } from './limits.ts'
import { Damaged } from './refused.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const mode = z.number().int().min(0).max(0o777)
const count = z.number().int().min(0)

const facts = {
  /** Below the service's folder, `/`-separated; a folder's name ends without a slash here. */
  path: z.string().min(1).max(4_096),
  kind: z.enum(['file', 'folder']),
  sizeBytes: count,
  sha256: sha256.nullable(),
  mode,
}
/** The entry of the archive. Differs from `files/` and the path only if another name would count as the same. */
const name = z.string().min(1).max(5_000)

const item = z.object({ ...facts, name })
export type Item = z.output<typeof item> & {
  /** When the file was changed, in milliseconds; archives of version 1 do not know. */
  modifiedMs: number | null
}

const about = {
  backupId: z.string(),
  serviceId: z.string(),
  backupType: z.string(),
  createdAt: z.string(),
}
export type About = z.output<z.ZodObject<typeof about>>

// Version 1: one JSON object.
const whole = z.object({
  version: z.literal(1),
  ...about,
  /** What was in the folder but is neither a file nor a folder, such as a link. */
  skipped: z.array(z.string()),
  items: z.array(item),
})

// Version 2: a line of what follows, then a line for each item and for each thing that was skipped.
const header = z.object({ version: z.literal(2), ...about, items: count, totalBytes: count })
export type Header = z.output<typeof header>
const line = z.union([
  z.object({ ...facts, modifiedMs: z.number().int(), name: name.optional() }),
  z.object({ skipped: z.string() }),
])

const unreadable = () => new Damaged('The list of contents of this archive cannot be read.')

function parse<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw unreadable()
  }
}

/** The items of a list of version 1. @throws Damaged when it is no list of ours */
export function parseWhole(bytes: Buffer): Item[] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return parse(whole, text).items.map((each) => ({ ...each, modifiedMs: null }))
  } catch {
    throw unreadable()
  }
}

/** The first line of a list of version 2. @throws Damaged */
export const parseHeader = (text: string): Header => parse(header, text)

/** A further line; `null` for something that was skipped. @throws Damaged */
export function parseLine(text: string): Item | null {
  const found = parse(line, text)
  return 'skipped' in found ? null : { ...found, name: found.name ?? filesPrefix + found.path }
}

export const writeHeader = (about: About, sums: Pick<Header, 'items' | 'totalBytes'>): string =>
  `${JSON.stringify({ version: 2, ...about, ...sums } satisfies Header)}\n`

export function writeLine({ name, ...facts }: Item): string {
  return `${JSON.stringify(name === filesPrefix + facts.path ? facts : { ...facts, name })}\n`
}

export const writeSkipped = (path: string): string => `${JSON.stringify({ skipped: path })}\n`

/** Names that some file system treats as the same have the same fold. */
export const foldName = (name: string): string => name.normalize('NFC').toLowerCase()

const isPlainSegment = (segment: string): boolean =>
  segment !== '' &&
  segment !== '.' &&
  segment !== '..' &&
  !/[\p{Cc}\\]/u.test(segment) &&
  Buffer.byteLength(segment) <= 255

/** Stays below the folder it is joined to, whatever the system. */
export const isPlainPath = (path: string): boolean =>
  path.isWellFormed() && path.split('/').every(isPlainSegment)
