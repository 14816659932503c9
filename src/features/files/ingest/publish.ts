import { join } from 'node:path'
import type { Tx } from '#db/types.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import type { UndoExtract } from '../contract/extract.ts'
import { displacedBy, type Step } from '../service/changes.ts'
import { mutateFiles } from '../service/journal.ts'
import { assertRealFolders } from '../service/real-folders.ts'
import { type FileRow, filesAt } from '../service/rows.ts'
import { makeFolderWithin, serviceFolder, temporaryPath, trashPath } from '../storage/folders.ts'
import { planExtract } from './plan-extract.ts'
import { remainingQuota, withTrashBytes } from './quota.ts'
import { dropStaged, stageBytes, stagingFolder } from './stage-bytes.ts'
import { dropUnkept, type StagedFile } from './store-staged.ts'

type PublishedFile = {
  /** One segment of a path, NFC. */
  name: string
  content: string
}

type Publication = { serviceId: string; files: PublishedFile[] }

/** The effect of a publication on a site's root: a folder of the same name blocks it. */
export type Comparison = {
  added: string[]
  replaced: { name: string; changedAt: Date }[]
  unchanged: string[]
  inTheWay: string[]
}

const hashOf = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')

const isSame = (standing: FileRow | undefined, sha256: string) =>
  standing !== undefined && !standing.isFolder && standing.sha256 === sha256

/**
 * Previews the changes that publishing these texts would make to the service's site.
 * @throws NOT_FOUND, WRONG_STATE of the service
 */
export async function compareWithSite(
  ctx: CustomerContext,
  { serviceId, files }: Publication,
): Promise<Comparison> {
  await remainingQuota(ctx, serviceId)
  const owner = { userId: ctx.user.id, serviceId }
  const standing = await filesAt(
    ctx.store,
    owner,
    files.map(({ name }) => name),
  )
  const found: Comparison = { added: [], replaced: [], unchanged: [], inTheWay: [] }
  for (const { name, content } of files) {
    const there = standing.get(name)
    if (!there) found.added.push(name)
    else if (there.isFolder) found.inTheWay.push(name)
    else if (isSame(there, hashOf(content))) found.unchanged.push(name)
    else found.replaced.push({ name, changedAt: there.updatedAt })
  }
  return found
}

/** The paths that exist in the caller's service. */
export const findOnSite = async (
  ctx: CustomerContext,
  serviceId: string,
  paths: string[],
): Promise<string[]> => [...(await filesAt(ctx.store, { userId: ctx.user.id, serviceId }, paths)).keys()]

const wayBack = (steps: Step[]): UndoExtract => ({
  made: steps.map(({ change }) => change.id),
  replaced: steps.flatMap(({ change }) => displacedBy(change) ?? []),
})

/** Replaces all files that differ from the staged texts, or none. */
async function putInPlace<T>(
  ctx: CustomerContext,
  { serviceId, staged }: { serviceId: string; staged: StagedFile[] },
  finish: (tx: Tx, undo: UndoExtract) => Promise<T>,
): Promise<Answered<T>> {
  const root = serviceFolder(ctx.env.DATA_DIR, serviceId)
  const files = staged.map(({ name: path, ...file }) => ({ ...file, path, from: temporaryPath(file.id) }))
  let steps: Step[] = []
  const answer = await mutateFiles(ctx, {
    serviceId,
    plan: async (tx, service) => {
      const owner = { userId: service.userId, serviceId }
      const standing = await filesAt(
        tx,
        owner,
        files.map(({ path }) => path),
      )
      const changed = files.filter(({ path, sha256 }) => !isSame(standing.get(path), sha256))
      steps = await planExtract(tx, service, { folder: '', conflict: 'replace', folders: [], files: changed })
      return steps
    },
    check: async () => {
      await makeFolderWithin(join(root, trashPath('')))
      await assertRealFolders(root, steps)
    },
    finish: (tx) => finish(tx, wayBack(steps)),
  })
  const usedIds = new Set(steps.map(({ change }) => change.id))
  for (const file of staged) if (!usedIds.has(file.id)) await dropStaged(file)
  return answer
}

/**
 * Publishes the texts to the root of the service's site, all or none. Replaced files go to the trash; an identical file does not
 * change. `finish` answers in the same transaction and receives the input of an undo.
 * @throws NOT_FOUND, WRONG_STATE, BUSY as of the service; CONFLICT, TOO_LARGE, LIMIT_REACHED, DISK_FULL
 */
export async function publishFiles<T>(
  ctx: CustomerContext,
  { serviceId, files }: Publication,
  finish: (tx: Tx, undo: UndoExtract) => Promise<T>,
): Promise<Answered<T>> {
  const folder = stagingFolder(ctx.env.DATA_DIR, serviceId)
  const limit = await remainingQuota(ctx, serviceId)
  const staged: StagedFile[] = []
  const keepAll = async () => {
    for (const { name, content } of files) {
      const id = Bun.randomUUIDv7()
      staged.push({ ...(await stageBytes([Buffer.from(content)], { folder, id, limit })), name })
    }
    return putInPlace(ctx, { serviceId, staged }, finish)
  }
  return withTrashBytes(
    ctx,
    () => serviceId,
    () => dropUnkept(() => staged, keepAll),
  )
}
