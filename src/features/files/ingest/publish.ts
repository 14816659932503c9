import type { CustomerContext } from '#server/context.ts'
import { dropUnkept, keepStaged, type StagedFile } from './keep-staged.ts'
import { remainingQuota, tellTrash } from './quota.ts'
import { stageBytes, stagingFolder } from './stage-bytes.ts'

export type PublishedFile = {
  /** One segment of a path, NFC. */
  name: string
  content: string
}

/**
 * The texts are in the root of the service's site, all of them or none, in place of files of the same names.
 * @throws NOT_FOUND, WRONG_STATE, BUSY as of the service; CONFLICT, TOO_LARGE, DISK_FULL
 */
export async function publishFiles(
  ctx: CustomerContext,
  { serviceId, files }: { serviceId: string; files: PublishedFile[] },
): Promise<void> {
  const folder = stagingFolder(ctx.env.DATA_DIR, serviceId)
  const limit = await remainingQuota(ctx, serviceId)
  const staged: StagedFile[] = []
  const keepAll = async () => {
    for (const { name, content } of files) {
      const id = Bun.randomUUIDv7()
      staged.push({ ...(await stageBytes([Buffer.from(content)], { folder, id, limit })), name })
    }
    if (staged.length > 0) await keepStaged(ctx, { serviceId, path: '', conflict: 'replace' }, staged)
  }
  await tellTrash(
    ctx,
    () => serviceId,
    () => dropUnkept(() => staged, keepAll),
  )
}
