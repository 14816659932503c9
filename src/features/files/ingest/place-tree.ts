import { join } from 'node:path'
import type { Tx } from '#db/types.ts'
import type { OwnerContext } from '#server/context.ts'
import type { ExtractChoice } from '../contract/extract.ts'
import type { Step } from '../service/changes.ts'
import { changeFiles } from '../service/journal.ts'
import { assertPlainWays } from '../service/plain-ways.ts'
import { makeFolderWithin, serviceFolder, temporaryPath, trashPath } from '../storage/folders.ts'
import type { StagedFile } from './keep-staged.ts'
import { planExtract, type Unpacked } from './plan-extract.ts'
import { dropStaged } from './stage-bytes.ts'

export type Tree = {
  serviceId: string
  /** Where the tree lies; '' for the root. */
  folder: string
  conflict: ExtractChoice | undefined
  folders: Iterable<string>
  /** In the staging folder of the service; their names are paths below `folder`. */
  staged: StagedFile[]
}

/**
 * The staged files stand in place with their folders, or none does; what they replace lies in the trash. `finish` is part of
 * the transaction in which the rows change. Returns the steps that were done.
 * @throws NOT_FOUND, WRONG_STATE or BUSY of the service, and what `planExtract` refuses
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
      await assertPlainWays(root, steps)
    },
    finish,
  })
  // A name that was free when the bytes were staged may be taken by now, and its file left out.
  const kept = new Set(steps.map(({ change }) => change.id))
  for (const file of staged) if (!kept.has(file.id)) await dropStaged(file)
  return steps
}
