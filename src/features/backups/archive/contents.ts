import type { Entry } from 'yauzl'
import { linesName, manifestName, maxLineBytes, maxListedEntries, maxManifestBytes } from './limits.ts'
import {
  type AbsentItem,
  addTo,
  type DatabaseItem,
  type Header,
  type Listed,
  noSums,
  parseHeader,
  parseLine,
  parseWhole,
  type TreeItem,
} from './manifest.ts'
import { Damaged } from './refused.ts'
import { type OpenZip, openZip } from './zip-file.ts'

/** The list of contents of an archive. */
export type Contents = {
  totalBytes: number
  /** Bytes of dumps among these. */
  databaseBytes: number
  /** Bytes of messages among these. */
  mailBytes: number
  mailboxes: number
  /** False for a backup of databases only. */
  hasFiles: boolean
  /** The items in archive order. @throws Damaged when the list cannot be read or its length is wrong */
  items(): AsyncGenerator<Listed>
  /** The databases in the archive, and those that could not be included. @throws Damaged */
  databases(): Promise<{ held: DatabaseItem[]; absent: AbsentItem[] }>
  /** Entry name of the list: the first in the directory from version 2 on, anywhere in version 1. */
  listName: string
}

/** The files and folders among the items. @throws Damaged */
export async function* treeOf({ items }: Contents): AsyncGenerator<TreeItem> {
  for await (const item of items()) if (item.kind === 'file' || item.kind === 'folder') yield item
}

/** The type of a backup of databases only. */
const databaseType = 'database'

const noList = () => new Damaged('This archive has no list of contents.')
const brokenList = () => new Damaged('The list of contents of this archive cannot be read.')

/** Splits chunks into lines. @throws Damaged for a line longer than the format allows, or invalid text */
async function* readLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (piece?: Buffer) => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined })
    } catch {
      throw brokenList()
    }
  }
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + decode(piece)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    if (rest.length > maxLineBytes) throw brokenList()
  }
  if (rest + decode() !== '') throw brokenList()
}

async function firstLine(lines: AsyncGenerator<string>): Promise<string> {
  for await (const line of lines) return line
  throw brokenList()
}

async function* readItems(zip: OpenZip, entry: Entry): AsyncGenerator<Listed | AbsentItem> {
  let isHeader = true
  for await (const line of readLines(zip.read(entry))) {
    const item = isHeader ? null : parseLine(line)
    isHeader = false
    if (item) yield item
  }
}

/** Items that an archive of this type must not have, or not in this order. */
function isMisplaced({ backupType }: Header, { kind }: Listed, after: Listed | null): boolean {
  if (kind === 'database') return backupType === 'files' || (after !== null && after.kind !== 'database')
  if (kind === 'message') return backupType !== 'full'
  return backupType === databaseType || after?.kind === 'message'
}

/** Version 2 and later: lines, read from the archive when needed. */
async function openLines(zip: OpenZip, entry: Entry): Promise<Contents> {
  const header = parseHeader(await firstLine(readLines(zip.read(entry))))
  async function* items() {
    const sums = noSums()
    let before: Listed | null = null
    for await (const item of readItems(zip, entry)) {
      if (item.kind === 'absent') continue
      addTo(sums, item)
      if (sums.totalBytes > header.totalBytes || isMisplaced(header, item, before)) throw brokenList()
      before = item
      yield item
    }
    for (const name of [
      'items',
      'totalBytes',
      'databases',
      'databaseBytes',
      'messages',
      'mailBytes',
    ] as const)
      if (sums[name] !== header[name]) throw brokenList()
  }
  async function databases() {
    const held: DatabaseItem[] = []
    const absent: AbsentItem[] = []
    for await (const item of readItems(zip, entry)) {
      if (item.kind === 'database') held.push(item)
      else if (item.kind === 'absent') absent.push(item)
      else break
    }
    return { held, absent }
  }
  const { totalBytes, databaseBytes, mailBytes, mailboxes, backupType } = header
  const hasFiles = backupType !== databaseType
  const sizes = { totalBytes, databaseBytes, mailBytes, mailboxes }
  return { ...sizes, hasFiles, items, databases, listName: linesName }
}

async function readWhole(zip: OpenZip, entry: Entry): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of zip.read(entry)) parts.push(part)
  return Buffer.concat(parts)
}

/** Version 1: one JSON text held in memory; such archives have few enough entries. */
async function openWhole(zip: OpenZip, first: Entry | null): Promise<Contents> {
  if (zip.count > maxListedEntries + 1)
    throw new Damaged(`This archive has more than ${maxListedEntries} entries.`)
  let entry = first
  while (entry && entry.fileName !== manifestName) entry = await nextEntry(zip)
  if (!entry || entry.uncompressedSize > maxManifestBytes) throw noList()
  const all = parseWhole(await readWhole(zip, entry))
  return {
    totalBytes: all.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    databaseBytes: 0,
    mailBytes: 0,
    mailboxes: 0,
    hasFiles: true,
    databases: async () => ({ held: [], absent: [] }),
    async *items() {
      yield* all
    },
    listName: manifestName,
  }
}

/** The next entry of the directory, `null` after the last. @throws Damaged */
export async function nextEntry({ entries }: OpenZip): Promise<Entry | null> {
  const { value, done } = await entries.next()
  return done ? null : value
}

/** Opens the list of contents of an archive, of any version; closes it after `use`. @throws Damaged */
export async function withContents<T>(
  path: string,
  use: (contents: Contents, zip: OpenZip) => Promise<T>,
): Promise<T> {
  const zip = await openZip(path)
  try {
    const first = await nextEntry(zip)
    const contents = first?.fileName === linesName ? await openLines(zip, first) : await openWhole(zip, first)
    return await use(contents, zip)
  } finally {
    await zip.close()
  }
}
