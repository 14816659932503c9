import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { ConflictChoice, fileOutput } from '../contract/contract.ts'
import { readListed } from '../service/changes.ts'
import { changeFiles, mayBeUnfinished } from '../service/journal.ts'
import { planPut } from '../service/plan-put.ts'
import { assertRealFolders } from '../service/real-folders.ts'
import { presentFile } from '../service/rows.ts'
import { asDiskError, serviceFolder, temporaryPath } from '../storage/folders.ts'
import { dropStaged, type Staged } from './stage-bytes.ts'

/** Bytes on disk for a file of this name. */
export type StagedFile = Staged & { name: string }

export type Target = { serviceId: string; path: string; conflict?: ConflictChoice | undefined }

/**
 * Turns staged bytes into files of a service, all or none. They must be in its staging folder.
 * @throws NOT_FOUND, WRONG_STATE, BUSY of the service; CONFLICT, TOO_LARGE (quota), DISK_FULL
 */
export function storeStaged(
  ctx: CustomerContext,
  { serviceId, path, conflict }: Target,
  staged: StagedFile[],
): Promise<Answer<typeof fileOutput>[]> {
  const root = serviceFolder(ctx.env.DATA_DIR, serviceId)
  const files = staged.map((file) => ({ ...file, from: temporaryPath(file.id) }))
  return changeFiles(ctx, {
    serviceId,
    plan: (tx, service) => planPut(tx, service, { path, conflict, files }),
    check: (steps) => assertRealFolders(root, steps),
    finish: async (tx, ids) => {
      const storedIds = ids.slice(-files.length)
      return (await readListed(tx, { userId: ctx.user.id, serviceId }, storedIds)).map(presentFile)
    },
  })
}

/** Runs work that stores the staged files. If it fails, nothing staged is left, unless the change may still be completed. */
export async function dropUnkept<T>(staged: () => StagedFile[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // The sweep removes bytes that an open change turns out not to need.
    if (!mayBeUnfinished(error)) for (const file of staged()) await dropStaged(file)
    // Folders and names take space too.
    throw asDiskError(error)
  }
}
