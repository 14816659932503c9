import type { Entry } from 'yauzl'
import { linesName, manifestName, maxLineBytes, maxListedEntries, maxManifestBytes } from './limits.ts'
import { type Item, parseHeader, parseLine, parseWhole } from './manifest.ts'
import { Damaged } from './refused.ts'
import { type OpenZip, openZip } from './zip-file.ts'

/** The list of contents of an archive. */
export type Contents = {
  totalBytes: number
  /** The items in the order of the archive. @throws Damaged when the list cannot be read or its length is wrong */
  items(): AsyncGenerator<Item>
  /** The entry that is the list itself: in version 2 the first of the directory, in version 1 any of them. */
  listName: string
}

const noList = () => new Damaged('This archive has no list of contents.')
const brokenList = () => new Damaged('The list of contents of this archive cannot be read.')

/** The lines of some text that comes in pieces. @throws Damaged for one that is longer than any of ours, or is no text */
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

/** Version 2: lines, read from the archive whenever they are needed. */
async function openLines(zip: OpenZip, entry: Entry): Promise<Contents> {
  const header = parseHeader(await firstLine(readLines(zip.read(entry))))
  async function* items() {
    let [count, bytes] = [0, 0]
    let isHeader = true
    for await (const line of readLines(zip.read(entry))) {
      const item = isHeader ? null : parseLine(line)
      isHeader = false
      if (!item) continue
      count += 1
      bytes += item.sizeBytes
      if (bytes > header.totalBytes) throw brokenList()
      yield item
    }
    if (count !== header.items || bytes !== header.totalBytes) throw brokenList()
  }
  return { totalBytes: header.totalBytes, items, listName: linesName }
}

async function readWhole(zip: OpenZip, entry: Entry): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of zip.read(entry)) parts.push(part)
  return Buffer.concat(parts)
}

/** Version 1: one text, which is kept in memory; such archives have few enough entries. */
async function openWhole(zip: OpenZip, first: Entry | null): Promise<Contents> {
  if (zip.count > maxListedEntries + 1)
    throw new Damaged(`This archive has more than ${maxListedEntries} entries.`)
  let entry = first
  while (entry && entry.fileName !== manifestName) entry = await nextEntry(zip)
  if (!entry || entry.uncompressedSize > maxManifestBytes) throw noList()
  const all = parseWhole(await readWhole(zip, entry))
  return {
    totalBytes: all.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    async *items() {
      yield* all
    },
    listName: manifestName,
  }
}

/** The next entry of the directory, `null` behind the last one. @throws Damaged */
export async function nextEntry({ entries }: OpenZip): Promise<Entry | null> {
  const { value, done } = await entries.next()
  return done ? null : value
}

/** Opens an archive's list of contents, of either version; closes it when `use` is through. @throws Damaged */
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
