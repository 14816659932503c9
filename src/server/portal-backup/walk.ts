import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, isMissing } from '../disk.ts'

const archive = /^[\da-f-]{36}\.zip$/
const dump = /^[\da-f-]{36}\.dump$/
const photo = /^[\da-f-]{36}\.webp$/
const box = /^[\da-f-]{36}$/
const waiting = /^[\da-f-]{36}\.eml$/

/**
 * The parts of a data folder that a backup includes, by path: services' files and trash, temporary sites, archives, dumps of deleted
 * databases, profile photos, certificates, mailboxes, mail that waits to be sent, mails written to files, and the installation id. Folders
 * precede their contents. Logs, sockets, unfinished uploads and the quarantine are left out; the database and the key are
 * added separately.
 */
export async function* walkData(dataDir: string): AsyncGenerator<string> {
  for await (const id of names(join(dataDir, 'services')))
    yield* walkService(dataDir, id, ['public', 'trash'])
  for await (const id of names(join(dataDir, 'trials'))) yield* walkBelow(dataDir, `trials/${id}/site`)
  for await (const name of names(join(dataDir, 'backups'))) if (archive.test(name)) yield `backups/${name}`
  for await (const name of names(join(dataDir, 'database-dumps')))
    if (dump.test(name)) yield `database-dumps/${name}`
  for await (const name of names(join(dataDir, 'objects'))) if (photo.test(name)) yield `objects/${name}`
  yield* walkBelow(dataDir, 'certificates')
  for await (const id of names(join(dataDir, 'mail'))) if (box.test(id)) yield* walkBox(dataDir, `mail/${id}`)
  for await (const name of names(join(dataDir, 'mail-queue')))
    if (waiting.test(name)) yield `mail-queue/${name}`
  for await (const name of names(join(dataDir, 'outbox'))) if (name.endsWith('.eml')) yield `outbox/${name}`
  yield 'installation.id'
}

/** The same for these folders of one service. */
export async function* walkService(
  dataDir: string,
  serviceId: string,
  folders: readonly string[],
): AsyncGenerator<string> {
  for (const folder of folders) yield* walkBelow(dataDir, `services/${serviceId}/${folder}`)
}

/** A Maildir++: what is new before what was seen, since a message moves that way when it is read. */
async function* walkBox(dataDir: string, path: string): AsyncGenerator<string> {
  yield path
  const folders: string[] = []
  for await (const name of names(join(dataDir, path))) {
    if (name.startsWith('.')) folders.push(`${path}/${name}`)
    else if (name === 'subscriptions') yield `${path}/${name}`
  }
  for (const folder of [path, ...folders]) {
    if (folder !== path) yield folder
    for (const part of ['new', 'cur']) yield* walkBelow(dataDir, `${folder}/${part}`)
  }
}

async function* walkBelow(dataDir: string, path: string): AsyncGenerator<string> {
  const folder = await opendir(join(dataDir, path)).catch(ignoreMissing)
  if (!folder) return
  yield path
  for await (const entry of folder) {
    const below = `${path}/${entry.name}`
    if (entry.isDirectory()) yield* walkBelow(dataDir, below)
    else if (entry.isFile()) yield below
  }
}

async function* names(folder: string): AsyncGenerator<string> {
  const opened = await opendir(folder).catch(ignoreMissing)
  if (opened) for await (const { name } of opened) yield name
}

function ignoreMissing(error: unknown): null {
  if (isMissing(error) || codeOf(error) === 'ENOTDIR') return null
  throw error
}
