import { mkdir } from 'node:fs/promises'
import { assertRoom } from '#features/files/storage/room.ts'
import type { JobContext } from '#server/context.ts'
import { exportFolder } from './folders.ts'

/** Checks that the uncompressed archive fits on the disk. @throws DISK_FULL */
export async function assertExportRoom(ctx: JobContext, userId: string): Promise<void> {
  const folder = exportFolder(ctx.env.DATA_DIR)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let bytes = 0
  for (const { exports = [] } of ctx.features)
    for (const part of exports) bytes += (await part.measure?.(ctx, userId)) ?? 0
  await assertRoom(folder, bytes)
}
