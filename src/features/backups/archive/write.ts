import { mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createYield } from '#features/files/storage/yield.ts'
import { renameDurably } from '#server/system/disk.ts'
import type { ListedMessage } from '../drivers/service-mail.ts'
import { linesName, manifestName } from './limits.ts'
import {
  type About,
  type AbsentItem,
  addTo,
  foldName,
  type Listed,
  noSums,
  type Sums,
  writeHeader,
  writeLine,
  writeSkipped,
} from './manifest.ts'
import { NameSet } from './name-set.ts'
import { Output, openSpool, type Spool } from './output.ts'
import { walk } from './walk.ts'
import { addDump, type DumpSource } from './write-dump.ts'
import { addFound, fileType } from './write-file.ts'
import { addMessage } from './write-message.ts'
import { ZipWriter } from './zip-writer.ts'

export type Source = {
  /** Folder to archive; a missing folder is empty. Null for databases only. */
  root: string | null
  databases?: readonly DumpSource[]
  absent?: readonly AbsentItem[]
  /** Number of mailboxes, and their messages. */
  mail?: { mailboxes: number; messages: AsyncIterable<ListedMessage> } | undefined
  describe: About
  /** Reports the totals written so far. May throw to stop. */
  onProgress?: (done: Sums) => Promise<void>
}

export type Written = Sums & { sizeBytes: number; sha256: string }

/**
 * Writes an archive to `path`, complete and synced, or not at all. It streams: memory use does not grow with the size or number
 * of files and dumps. Overwrites `temporary`. `confirm` runs before the archive is moved into place and may throw to stop.
 */
export async function writeArchive(
  source: Source,
  { path, temporary, confirm }: { path: string; temporary: string; confirm?: () => Promise<void> },
): Promise<Written> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const opened: { close(): Promise<void> }[] = []
  try {
    const handle = await open(temporary, 'w', 0o600)
    opened.push({ close: () => handle.close().catch(() => {}) })
    const list = await openSpool(`${temporary}.list.tmp`)
    opened.push({ close: list.discard })
    const directory = await openSpool(`${temporary}.directory.tmp`)
    opened.push({ close: directory.discard })
    const output = new Output(handle)
    const sums = await pour(source, new ZipWriter(output, directory), list)
    await handle.sync()
    await handle.close()
    await confirm?.()
    await renameDurably(temporary, path)
    return { ...sums, sizeBytes: output.sizeBytes, sha256: output.sha256() }
  } finally {
    for (const each of opened) await each.close()
    await rm(temporary, { force: true })
  }
}

/** Gives every entry a name that no other entry of the archive collides with. */
function createNamer(): (name: string, ending?: string) => string {
  const taken = new NameSet()
  for (const name of [manifestName, linesName]) taken.add(name)
  return (name, ending = '') => {
    for (let count = 1; ; count++) {
      const full = `${name}${count === 1 ? '' : `~${count}`}${ending}`
      if (taken.add(foldName(full))) return full
    }
  }
}

async function pour(source: Source, zip: ZipWriter, list: Spool): Promise<Sums> {
  const nameOf = createNamer()
  const pause = createYield()
  const sums = noSums()
  const modifiedMs = Date.parse(source.describe.createdAt) || 0
  const write = (line: string) => list.output.write(Buffer.from(line))
  const note = async (item: Listed) => {
    await write(writeLine(item))
    addTo(sums, item)
    await source.onProgress?.(sums)
  }
  for (const each of source.absent ?? []) await write(writeLine(each))
  for (const database of source.databases ?? []) {
    const onBytes = async (bytes: number) =>
      source.onProgress?.({ ...sums, totalBytes: sums.totalBytes + bytes })
    await note(await addDump(zip, database, { nameOf, modifiedMs, onBytes }))
  }
  for await (const found of source.root === null ? [] : walk(source.root)) {
    const item = await addFound(zip, source.root ?? '', { found, nameOf })
    if (item) await note(item)
    else await write(writeSkipped(found.path))
    await pause()
  }
  for await (const message of source.mail?.messages ?? []) {
    const item = await addMessage(zip, message, nameOf)
    if (item) await note(item)
    await pause()
  }
  const header = Buffer.from(writeHeader(source.describe, sums, source.mail?.mailboxes))
  const lines = async function* () {
    yield header
    yield* list.chunks()
  }
  const facts = { name: linesName, mode: fileType | 0o644, modifiedMs }
  const mostBytes = header.byteLength + list.output.sizeBytes
  await zip.addStream(facts, lines(), { mostBytes, isFirst: true })
  await zip.finish()
  return sums
}
