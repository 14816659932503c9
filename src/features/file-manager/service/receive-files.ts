import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { fileOutput } from '#features/files/contract/contract.ts'
import { largestQuota, remainingQuota, withTrashBytes } from '#features/files/ingest/quota.ts'
import { stageBytes, stagingFolder } from '#features/files/ingest/stage-bytes.ts'
import { dropUnkept, type StagedFile, storeStaged, type Target } from '#features/files/ingest/store-staged.ts'
import { incomingFolder, makeFolderWithin } from '#features/files/storage/folders.ts'
import type { CustomerContext } from '#server/context.ts'
import { syncPath } from '#server/system/disk.ts'
import { invalid } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'

type Incoming = {
  name: string
  bytes: AsyncIterable<Uint8Array>
  /** Undefined until the target folder is known. */
  serviceId: string | undefined
}

/** Writes files to disk, in their service's own folder once it is known. */
function createReceiver(ctx: CustomerContext) {
  const places: (StagedFile | null)[] = []
  let taken = 0
  const placeFor = async (serviceId: string | undefined) =>
    serviceId === undefined
      ? { folder: incomingFolder(ctx.env.DATA_DIR), room: await largestQuota(ctx) }
      : { folder: stagingFolder(ctx.env.DATA_DIR, serviceId), room: await remainingQuota(ctx, serviceId) }
  return {
    /** Files on disk, in order of arrival. */
    files: () => places.filter((file) => file !== null),
    async take({ name, bytes, serviceId }: Incoming): Promise<void> {
      const at = places.push(null) - 1
      const { folder, room } = await placeFor(serviceId)
      const id = Bun.randomUUIDv7()
      const staged = await stageBytes(bytes, { folder, id, limit: room - taken })
      taken += staged.size
      places[at] = { ...staged, name }
    },
  }
}

/** Files that arrived before their service was known are moved to its staging folder too. */
async function bringHome(ctx: CustomerContext, serviceId: string, files: StagedFile[]): Promise<void> {
  const folder = stagingFolder(ctx.env.DATA_DIR, serviceId)
  const strays = files.filter(({ path, id }) => path !== join(folder, id))
  if (strays.length === 0) return
  await remainingQuota(ctx, serviceId)
  await makeFolderWithin(folder)
  for (const file of strays) {
    const home = join(folder, file.id)
    await rename(file.path, home)
    file.path = home
  }
  await syncPath(folder)
}

/**
 * Stores files from a stream, all or none: `read` hands each to `take` and returns their target folder.
 * @throws errors of `read`, and refusals of the quota, the service's state and the disk; nothing is left then
 */
export async function receiveFiles(
  ctx: CustomerContext,
  read: (take: (file: Incoming) => Promise<void>) => Promise<Target>,
): Promise<Answer<typeof fileOutput>[]> {
  await largestQuota(ctx)
  const { files, take } = createReceiver(ctx)
  let serviceId: string | undefined
  const receive = async () => {
    const target = await read((file) => {
      serviceId = file.serviceId
      return take(file)
    })
    serviceId = target.serviceId
    const staged = files()
    if (staged.length === 0) throw invalid('file', 'Choose a file.')
    await bringHome(ctx, serviceId, staged)
    return storeStaged(ctx, target, staged)
  }
  return withTrashBytes(
    ctx,
    () => serviceId,
    () => dropUnkept(files, receive),
  )
}
