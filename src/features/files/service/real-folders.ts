import { join } from 'node:path'
import { statOrNull } from '#server/system/disk.ts'
import { DomainError } from '#shared/errors.ts'
import { assertPlain, makeFolderWithin, publicPath } from '../storage/folders.ts'
import type { Step } from './changes.ts'

/**
 * Checks that every folder on the path of a step is a real one. @throws CONFLICT otherwise, UNAVAILABLE without the service's own
 */
export async function assertRealFolders(root: string, steps: Step[]): Promise<void> {
  await makeFolderWithin(join(root, publicPath('')))
  for (const { from, to } of steps) {
    const way = from === null ? to : join(to, '..')
    await assertPlain(root, way)
    const target = from === null ? null : await statOrNull(join(root, to))
    if (target?.isDirectory()) throw new DomainError('CONFLICT', 'A folder with this name already exists.')
  }
}
