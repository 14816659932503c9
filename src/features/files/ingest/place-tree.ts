import { join } from 'node:path'
import type { Tx } from '#db/types.ts'
import type { OwnerContext } from '#server/context.ts'
import type { ExtractChoice } from '../contract/extract.ts'
import type { Step } from '../service/changes.ts'
import { changeFiles } from '../service/journal.ts'
import { assertRealFolders } from '../service/real-folders.ts'
import { makeFolderWithin, serviceFolder, temporaryPath, trashPath } from '../storage/folders.ts'
import { planExtract, type Unpacked } from './plan-extract.ts'
import { dropStaged } from './stage-bytes.ts'
import type { StagedFile } from './store-staged.ts'

export type Tree = {
  serviceId: string
  /** The folder of the tree; '' for the root. */
  folder: string
  conflict: ExtractChoice | undefined
  folders: Iterable<string>
  /** In the service's staging folder; their names are paths below `folder`. */
  staged: StagedFile[]
}

/**
 * Puts all staged files and their folders in place, or none; replaced files go to the trash. `finish` runs in the transaction
 * that changes the rows. Returns the completed steps.
 * @throws NOT_FOUND, WRONG_STATE or BUSY of the service, and refusals of `planExtract`
 */
export async function placeTree(
  ctx: OwnerContext,
  { serviceId, folder, conflict, folders, staged }: Tree,
  finish: (tx: Tx) => Promise<void> = async () => {},
): Promise<Step[]> {
  const root = serviceFolder(ctx.env.DATA_DIR, serviceId)
  const files = staged.map(
    ({ id, name: path, size, sha256 }): Unpacked => ({
      ...{ id, path, size, sha256 },
      from: temporaryPath(id),
    }),
  )
  let steps: Step[] = []
  await changeFiles(ctx, {
    serviceId,
    plan: async (tx, service) => {
      steps = await planExtract(tx, service, { folder, conflict, folders, files })
      return steps
    },
    check: async () => {
      await makeFolderWithin(join(root, trashPath('')))
      await assertRealFolders(root, steps)
    },
    finish,
  })
  // A name may have been taken since staging; its file is then left out.
  const usedIds = new Set(steps.map(({ change }) => change.id))
  for (const file of staged) if (!usedIds.has(file.id)) await dropStaged(file)
  return steps
}
