import { remainingQuota, withTrashBytes } from '#features/files/ingest/quota.ts'
import { dropStaged, stageBytes, stagingFolder } from '#features/files/ingest/stage-bytes.ts'
import { dropUnkept, type StagedFile } from '#features/files/ingest/store-staged.ts'
import { answerLast } from '#features/files/service/change-files.ts'
import { mutateFiles } from '#features/files/service/journal.ts'
import { assertQuota, putStep } from '#features/files/service/plan-put.ts'
import { assertRealFolders } from '#features/files/service/real-folders.ts'
import { type FileRow, findFile } from '#features/files/service/rows.ts'
import { serviceFolder, temporaryPath } from '#features/files/storage/folders.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import { formatBytes } from '#shared/bytes.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { openedFileOutput, SaveContent } from '../contract/contract.ts'
import { maxEditedBytes } from '../contract/limits.ts'
import { versionOf } from './version-of.ts'

/** @throws NOT_FOUND for a folder, CONFLICT with `currentVersion` when the file has changed since the caller read it */
function assertCurrent(file: FileRow, baseVersion: string | undefined): void {
  if (file.isFolder) throw notFound('This file')
  const currentVersion = versionOf(file)
  if (baseVersion === undefined || baseVersion === currentVersion) return
  throw new DomainError('CONFLICT', `"${file.fileName}" was changed after you opened it.`, {
    details: { currentVersion },
  })
}

/**
 * Saves a text in place; the file's id and links stay, and an identical text changes nothing.
 * @throws NOT_FOUND, CONFLICT when `baseVersion` is not the current version, TOO_LARGE beyond 1 MiB or the quota, and as
 * `changeFiles`
 */
export async function saveContent(
  ctx: CustomerContext,
  { id, content, baseVersion }: SaveContent,
): Promise<Answered<Answer<typeof openedFileOutput>>> {
  const bytes = Buffer.from(content)
  if (bytes.byteLength > maxEditedBytes)
    throw new DomainError('TOO_LARGE', `The editor saves files of up to ${formatBytes(maxEditedBytes)}.`)
  const { serviceId, fileSize } = await findFile(ctx.store, ctx.user.id, id)
  const root = serviceFolder(ctx.env.DATA_DIR, serviceId)
  const staged: StagedFile[] = []
  const save = async () => {
    const limit = (await remainingQuota(ctx, serviceId)) + fileSize
    const folder = stagingFolder(ctx.env.DATA_DIR, serviceId)
    const arrived = await stageBytes([bytes], { folder, id: Bun.randomUUIDv7(), limit })
    staged.push({ ...arrived, name: '' })
    let isSame = false
    const answer = await mutateFiles(ctx, {
      serviceId,
      plan: async (tx, service) => {
        const file = await findFile(tx, ctx.user.id, id)
        isSame = file.sha256 === arrived.sha256
        // A retry after a lost answer does not conflict with its own change.
        if (isSame) return []
        assertCurrent(file, baseVersion)
        const incoming = { ...arrived, from: temporaryPath(arrived.id), name: file.fileName }
        const step = putStep(incoming, file.path, { name: file.fileName, existing: file })
        assertQuota(service, [step])
        return [step]
      },
      check: (steps) => assertRealFolders(root, steps),
      finish: async (tx) => ({
        ...(await answerLast(tx, ctx, { serviceId, ids: [id] })),
        version: versionOf(arrived),
      }),
    })
    if (isSame) await dropStaged(arrived)
    return answer
  }
  return withTrashBytes(
    ctx,
    () => serviceId,
    () => dropUnkept(() => staged, save),
  )
}
