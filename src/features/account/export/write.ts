import { open, rm } from 'node:fs/promises'
import { Output, openSpool } from '#features/backups/archive/output.ts'
import { fileType } from '#features/backups/archive/write-file.ts'
import { ZipWriter } from '#features/backups/archive/zip-writer.ts'
import { createYield } from '#features/files/storage/yield.ts'
import type { JobContext } from '#server/context.ts'
import { renameDurably } from '#server/system/disk.ts'
import { DomainError } from '#shared/errors.ts'
import { createNamer } from './names.ts'
import type { ExportedFile, MissingFile } from './part.ts'

type Destination = { path: string; temporary: string; confirm: () => Promise<void> }
type Written = { fileSize: number; sha256: string; missing: number }

const manifestName = 'manifest.json'

/** Data that every export omits, and why. */
const leftOut = [
  'Passwords, keys and other secrets, and their hashes.',
  'Backup archives, which repeat what this archive contains.',
  'Internal notes of staff.',
]

/**
 * Writes the archive of a customer's data to `path`, complete and synced, or not at all. Memory use does not depend on its
 * size. `confirm` runs before the final rename; it may throw to abort.
 */
export async function writeExport(ctx: JobContext, userId: string, place: Destination): Promise<Written> {
  const { path, temporary, confirm } = place
  const opened: { close(): Promise<void> }[] = []
  try {
    const handle = await open(temporary, 'w', 0o600)
    opened.push({ close: () => handle.close().catch(() => {}) })
    const directory = await openSpool(`${temporary}.directory.tmp`)
    opened.push({ close: directory.discard })
    const output = new Output(handle)
    const missing = await addAll(ctx, userId, { zip: new ZipWriter(output, directory), temporary })
    await handle.sync()
    await handle.close()
    await confirm()
    await renameDurably(temporary, path)
    return { fileSize: output.sizeBytes, sha256: output.sha256(), missing }
  } finally {
    for (const each of opened) await each.close()
    await rm(temporary, { force: true })
  }
}

type Target = { zip: ZipWriter; temporary: string }

async function* asBuffers(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
}

/** Adds one entry; returns why there is none, or null on success. */
async function addFile({ zip, temporary }: Target, file: ExportedFile, name: string): Promise<string | null> {
  const facts = { name, mode: fileType | 0o600, modifiedMs: file.modifiedAt?.getTime() ?? 0 }
  if (!file.isFragile) {
    const content = await file.open()
    if (content) await zip.addStream(facts, asBuffers(content), file)
    return content ? null : 'It was deleted during the export.'
  }
  const spool = await openSpool(`${temporary}.part.tmp`)
  try {
    const content = await file.open()
    if (!content) return 'It was deleted during the export.'
    for await (const piece of content) await spool.output.write(piece)
    await zip.addStream(facts, spool.chunks(), { mostBytes: spool.output.sizeBytes })
    return null
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  } finally {
    await spool.discard()
  }
}

/** Adds all parts of all features. The manifest comes last, but an archive lists it first. */
async function addAll(ctx: JobContext, userId: string, target: Target): Promise<number> {
  const nameOf = createNamer(manifestName)
  const pause = createYield()
  const missing: MissingFile[] = []
  let files = 0
  for (const { exports = [] } of ctx.features)
    for (const part of exports)
      for await (const found of part.list(ctx, userId)) {
        const why = 'missing' in found ? found.missing : await addFile(target, found, nameOf(found.name))
        if (why === null) files += 1
        else missing.push({ name: found.name, missing: why })
        await pause()
      }
  const { COMPANY_NAME: company } = ctx.env
  const manifest = {
    company,
    account: userId,
    createdAt: ctx.now(),
    amounts: 'in paise',
    files,
    missing,
    leftOut,
  }
  const bytes = async function* () {
    yield Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  }
  const facts = { name: manifestName, mode: fileType | 0o600, modifiedMs: ctx.now().getTime() }
  await target.zip.addStream(facts, bytes(), { mostBytes: Number.POSITIVE_INFINITY, isFirst: true })
  await target.zip.finish()
  return missing.length
}
