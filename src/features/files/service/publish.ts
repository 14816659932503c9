import { join } from 'node:path'
import type { CustomerContext } from '#server/context.ts'
import { serviceFolder, temporaryPath } from '../storage/folders.ts'
import { dropStaged, stageBytes } from '../storage/staging.ts'
import { keepStaged, once, roomLeft, type StagedFile } from './bytes.ts'
import { mayBeUnfinished } from './journal.ts'

export type PublishedFile = {
  /** One segment of a path, NFC. */
  name: string
  content: string
}

/**
 * Texts stand in the root of the service's site, all of them or none, in place of files of the same names.
 * @throws NOT_FOUND, WRONG_STATE, BUSY as of the service; CONFLICT, TOO_LARGE, DISK_FULL
 */
export async function publishFiles(
  ctx: CustomerContext,
  { serviceId, files }: { serviceId: string; files: PublishedFile[] },
): Promise<void> {
  const folder = join(serviceFolder(ctx.env.DATA_DIR, serviceId), temporaryPath(''))
  const limit = await roomLeft(ctx, serviceId)
  const staged: StagedFile[] = []
  let isOpen = false
  try {
    for (const { name, content } of files) {
      const id = Bun.randomUUIDv7()
      staged.push({ ...(await stageBytes(once(Buffer.from(content)), { folder, id, limit })), id, name })
    }
    if (staged.length > 0) await keepStaged(ctx, { serviceId, path: '', conflict: 'replace', files: staged })
  } catch (error) {
    isOpen = mayBeUnfinished(error)
    throw error
  } finally {
    if (!isOpen) for (const file of staged) await dropStaged(file)
  }
}
