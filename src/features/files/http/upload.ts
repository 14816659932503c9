import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { CustomerContext } from '#server/context.ts'
import { syncPath } from '#server/disk.ts'
import { invalid } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { nameRule, readName } from '../contract/names.ts'
import { type fileOutput, uploadInput } from '../contract.ts'
import { keepStaged, mostRoom, roomLeft, type StagedFile } from '../service/bytes.ts'
import { mayBeUnfinished } from '../service/journal.ts'
import {
  asDiskError,
  incomingFolder,
  makeFolderWithin,
  serviceFolder,
  temporaryPath,
} from '../storage/folders.ts'
import { dropStaged, stageBytes } from '../storage/staging.ts'
import { readMultipart } from './multipart.ts'

const staging = (ctx: CustomerContext, serviceId: string): string =>
  join(serviceFolder(ctx.env.DATA_DIR, serviceId), temporaryPath(''))

/** Takes the files of an upload to disk, in the service's own folder once it is named. */
function createReceiver(ctx: CustomerContext, fields: Record<string, string>) {
  const places: (StagedFile | null)[] = []
  let taken = 0
  const place = async () => {
    if (!fields.serviceId) return { folder: incomingFolder(ctx.env.DATA_DIR), room: await mostRoom(ctx) }
    const { serviceId } = uploadInput.parse(fields)
    return { folder: staging(ctx, serviceId), room: await roomLeft(ctx, serviceId) }
  }
  const receive = async (given: string, bytes: Readable) => {
    const name = readName(given)
    if (name === null) throw invalid('file', nameRule)
    const at = places.push(null) - 1
    const { folder, room } = await place()
    const id = Bun.randomUUIDv7()
    const staged = await stageBytes(bytes, { folder, id, limit: room - taken })
    taken += staged.size
    places[at] = { ...staged, id, name }
  }
  const files = () => places.filter((file) => file !== null)
  return { files, receive }
}

/** Files that came before their service was named go into its folder. */
async function bringHome(
  ctx: CustomerContext,
  serviceId: string,
  files: StagedFile[],
): Promise<StagedFile[]> {
  const folder = staging(ctx, serviceId)
  const strays = files.filter(({ path, id }) => path !== join(folder, id))
  if (strays.length === 0) return files
  await roomLeft(ctx, serviceId)
  await makeFolderWithin(folder)
  for (const { id, path } of strays) await rename(path, join(folder, id))
  await syncPath(folder)
  return files.map((file) => ({ ...file, path: join(folder, file.id) }))
}

/**
 * Carries out `POST /api/files`: the bytes stream to disk, then all files are kept or none.
 * @throws what the contract, the quota, the service's state and the disk refuse; nothing is left then
 */
export async function receiveUpload(
  ctx: CustomerContext,
  request: Request,
  query: Record<string, string>,
): Promise<Answer<typeof fileOutput>[]> {
  const fields: Record<string, string> = { ...query }
  const { files, receive } = createReceiver(ctx, fields)
  let staged: StagedFile[] = []
  const parts = {
    field: (name: string, value: string) => {
      fields[name] = value
    },
    file: receive,
  }
  let isOpen = false
  try {
    await mostRoom(ctx)
    await readMultipart(request, parts)
    const { serviceId, path, conflict } = uploadInput.parse(fields)
    if (files().length === 0) throw invalid('file', 'Choose a file.')
    staged = await bringHome(ctx, serviceId, files())
    return await keepStaged(ctx, { serviceId, path, conflict, files: staged })
  } catch (error) {
    // What was promised may still be carried out: its bytes stay, and are swept when they were not needed.
    isOpen = mayBeUnfinished(error)
    // Folders and names take room too.
    throw asDiskError(error)
  } finally {
    if (!isOpen) for (const file of [...files(), ...staged]) await dropStaged(file)
  }
}
