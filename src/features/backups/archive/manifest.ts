import { z } from 'zod'
import { filesPrefix } from './limits.ts'
import { Damaged } from './refused.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const mode = z.number().int().min(0).max(0o777)
const count = z.number().int().min(0)

const facts = {
  /** Relative to the service's folder, `/`-separated, without a trailing slash. */
  path: z.string().min(1).max(4_096),
  kind: z.enum(['file', 'folder']),
  sizeBytes: count,
  sha256: sha256.nullable(),
  mode,
}
/** The archive entry: `files/` and the path, unless that collides with another name. */
const name = z.string().min(1).max(5_000)

const item = z.object({ ...facts, name })
/** A file or a folder. */
export type TreeItem = z.output<typeof item> & {
  /** Modification time in milliseconds; unknown in version 1. */
  modifiedMs: number | null
}

const dbWord = z.string().regex(/^[A-Za-z0-9_]{1,64}$/)
const databaseItem = z.object({
  kind: z.literal('database'),
  /** The archive entry, a dump as text. */
  name,
  type: dbWord,
  database: dbWord,
  user: dbWord,
  sizeBytes: count,
  sha256,
  /** Size in its engine. */
  databaseBytes: count,
  /** The program that wrote the dump. */
  tool: z.object({ name: z.string().max(100), version: z.string().max(100).nullable() }),
})
/** A database dump; the password is not in the archive. */
export type DatabaseItem = z.output<typeof databaseItem>

const absentItem = z.object({
  kind: z.literal('absent'),
  type: dbWord,
  database: dbWord,
  /** End of a sentence that starts with the database name. */
  why: z.string().max(500),
})
/** A database of the service that could not be included. */
export type AbsentItem = z.output<typeof absentItem>

const messageItem = z.object({
  kind: z.literal('message'),
  /** The archive entry, as mail programs read it. */
  name,
  mailbox: z.string().min(3).max(320),
  folder: z.string().regex(/^[a-z]{1,20}$/),
  file: z.string().regex(/^[!-\-0-~][!-.0-~]{0,219}$/),
  flags: z.string().regex(/^[A-Z]{0,10}$/),
  sizeBytes: count,
  sha256,
})
/** A message in a mailbox. */
export type MessageItem = z.output<typeof messageItem>

export type Listed = TreeItem | DatabaseItem | MessageItem

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
  /** Paths that are neither files nor folders, such as links. */
  skipped: z.array(z.string()),
  items: z.array(item),
})

// Version 2: a header line, then a line for each item and each skipped path. Version 3: databases come first. Version 4: messages
// come last.
const sums = { items: count, totalBytes: count }
/** Databases among the items, and their share of the bytes. */
const databaseSums = { databases: count, databaseBytes: count }
const withoutMail = { mailboxes: 0, messages: 0, mailBytes: 0 }
const header = z.union([
  z
    .object({ version: z.literal(2), ...about, ...sums })
    .transform((old) => ({ ...old, databases: 0, databaseBytes: 0, ...withoutMail })),
  z
    .object({ version: z.literal(3), ...about, ...sums, ...databaseSums })
    .transform((old) => ({ ...old, ...withoutMail })),
  z.object({
    version: z.literal(4),
    ...about,
    ...sums,
    ...databaseSums,
    mailboxes: count,
    messages: count,
    mailBytes: count,
  }),
])
export type Header = z.output<typeof header>
/** Totals of an archive. */
export type Sums = Pick<
  Header,
  'items' | 'totalBytes' | 'databases' | 'databaseBytes' | 'messages' | 'mailBytes'
>
const line = z.union([
  z.object({ ...facts, modifiedMs: z.number().int(), name: name.optional() }),
  databaseItem,
  messageItem,
  absentItem,
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

/** The items of a version 1 list. @throws Damaged when it is invalid */
export function parseWhole(bytes: Buffer): TreeItem[] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return parse(whole, text).items.map((each) => ({ ...each, modifiedMs: null }))
  } catch {
    throw unreadable()
  }
}

/** The header line of a list. @throws Damaged */
export const parseHeader = (text: string): Header => parse(header, text)

/** A later line; `null` for a skipped path. @throws Damaged */
export function parseLine(text: string): Listed | AbsentItem | null {
  const found = parse(line, text)
  if ('skipped' in found) return null
  if (!('path' in found)) return found
  return { ...found, name: found.name ?? filesPrefix + found.path }
}

export const writeHeader = (about: About, sums: Sums, mailboxes = 0): string =>
  `${JSON.stringify({ version: 4, ...about, ...sums, mailboxes } satisfies Header)}\n`

export function writeLine(item: Listed | AbsentItem): string {
  if (!('path' in item)) return `${JSON.stringify(item)}\n`
  const { name, ...facts } = item
  return `${JSON.stringify(name === filesPrefix + facts.path ? facts : { ...facts, name })}\n`
}

export const writeSkipped = (path: string): string => `${JSON.stringify({ skipped: path })}\n`

/** Adds an item to the totals. */
export function addTo(sums: Sums, { kind, sizeBytes }: Listed): void {
  sums.items += 1
  sums.totalBytes += sizeBytes
  if (kind === 'database') {
    sums.databases += 1
    sums.databaseBytes += sizeBytes
  }
  if (kind === 'message') {
    sums.messages += 1
    sums.mailBytes += sizeBytes
  }
}

export const noSums = (): Sums => ({
  items: 0,
  totalBytes: 0,
  databases: 0,
  databaseBytes: 0,
  messages: 0,
  mailBytes: 0,
})

/** Names that some file system treats as equal have the same fold. */
export const foldName = (name: string): string => name.normalize('NFC').toLowerCase()

const isPlainSegment = (segment: string): boolean =>
  segment !== '' &&
  segment !== '.' &&
  segment !== '..' &&
  !/[\p{Cc}\\]/u.test(segment) &&
  Buffer.byteLength(segment) <= 255

/** Whether the path stays below the folder that it is joined to, on every system. */
export const isPlainPath = (path: string): boolean =>
  path.isWellFormed() && path.split('/').every(isPlainSegment)
