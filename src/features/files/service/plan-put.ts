import type { Tx } from '#db/types.ts'
import type { OwnService } from '#features/services/service.ts'
import { DomainError, invalid } from '#shared/errors.ts'
import type { ConflictChoice } from '../contract/contract.ts'
import { ancestorsOf, isShownName, joinPath, numberedName, shownRule, splitPath } from '../contract/names.ts'
import { folderType } from '../contract/types.ts'
import { publicPath } from '../storage/folders.ts'
import type { Step } from './changes.ts'
import { assertEntries } from './entries.ts'
import { overQuota } from './over-quota.ts'
import { type FileRow, fileAt, type Owner } from './rows.ts'
import { typeOf } from './type-of.ts'

/** Staged bytes below the service's folder, and their file name. */
export type Incoming = { id: string; from: string; name: string; size: number; sha256: string }

/** The step that creates one folder. */
export const folderStep = (filePath: string): Step => {
  const { path, name } = splitPath(filePath)
  const id = Bun.randomUUIDv7()
  const row = {
    id,
    isNew: true,
    path,
    name,
    type: folderType,
    size: 0,
    isFolder: true,
    sha256: null,
    grows: 0,
  }
  return { from: null, to: publicPath(filePath), change: { kind: 'put', ...row } }
}

const namedAtMost = 5
const mostTold = 100

/** The error for existing names: the first few in its message, the first hundred in its details. */
export const taken = (names: string[]) => {
  const named = names.slice(0, namedAtMost).map((name) => `"${name}"`)
  const more = names.length > named.length ? ` and ${names.length - named.length} more` : ''
  const details = { conflicts: names.slice(0, mostTold) }
  const verb = names.length === 1 ? 'exists' : 'exist'
  return new DomainError('CONFLICT', `${named.join(', ')}${more} already ${verb} in this folder.`, {
    details,
  })
}

/**
 * Steps that create the missing folders above a path.
 * @throws CONFLICT when a file has the name of one
 */
export async function planAncestors(tx: Tx, owner: Owner, filePath: string): Promise<Step[]> {
  const steps: Step[] = []
  for (const folder of ancestorsOf(filePath)) {
    const found = await fileAt(tx, owner, folder)
    if (found && !found.isFolder)
      throw new DomainError('CONFLICT', `"${found.fileName}" is a file, not a folder.`)
    if (!found) steps.push(folderStep(folder))
  }
  return steps
}

function assertShown(folders: Step[]): void {
  for (const { change } of folders)
    if (change.kind === 'put' && !isShownName(change.name)) throw invalid('path', shownRule)
}

/** The same for a path that the user chose. @throws INVALID for the name of a new folder, and as `planAncestors` */
export async function planChosenAncestors(tx: Tx, owner: Owner, filePath: string): Promise<Step[]> {
  const steps = await planAncestors(tx, owner, filePath)
  assertShown(steps)
  return steps
}

/** Steps that create a folder and its parents. @throws CONFLICT when the name is taken, INVALID, LIMIT_REACHED */
export async function planFolder(tx: Tx, service: OwnService, filePath: string): Promise<Step[]> {
  const owner = { userId: service.userId, serviceId: service.id }
  const steps = [...(await planAncestors(tx, owner, filePath)), folderStep(filePath)]
  const found = await fileAt(tx, owner, filePath)
  if (found) throw taken([found.fileName])
  assertShown(steps)
  await assertEntries(tx, service, steps.length)
  return steps
}

type PutTarget = { name: string; existing: FileRow | undefined }

type Claimed = Pick<Set<string>, 'has'>

const fits = (place: PutTarget, claimed: Claimed, choice: ConflictChoice | undefined): boolean =>
  !claimed.has(place.name) && (!place.existing || (choice === 'replace' && !place.existing.isFolder))

/** A name under which a file can be stored; `null` when the customer has to choose. */
export async function findPlace(
  lookUp: (name: string) => Promise<FileRow | undefined>,
  name: string,
  { claimed, conflict }: { claimed: Claimed; conflict: ConflictChoice | undefined },
): Promise<PutTarget | null> {
  const first = { name, existing: await lookUp(name) }
  if (fits(first, claimed, conflict)) return first
  if (conflict !== 'keep-both') return null
  for (let number = 2; ; number += 1) {
    const other = numberedName(name, number)
    const place = { name: other, existing: await lookUp(other) }
    if (fits(place, claimed, undefined)) return place
  }
}

/** The step that puts a file into a folder: new, over the bytes of `existing`, or with the old file moved to the trash. */
export function putStep(
  { id, from, size, sha256 }: Incoming,
  path: string,
  { name, existing }: PutTarget,
  displaces?: string,
): Step {
  const row = {
    id: existing?.id ?? id,
    isNew: !existing,
    path,
    name,
    type: typeOf(name),
    size,
    isFolder: false,
    sha256,
    grows: size - (existing?.fileSize ?? 0),
    ...(displaces === undefined ? {} : { displaces }),
  }
  return { from, to: publicPath(joinPath(path, name)), change: { kind: 'put', ...row } }
}

/** @throws TOO_LARGE when the service would exceed its plan */
export function assertQuota(service: OwnService, steps: Step[]): void {
  const grown = steps.reduce((sum, { change }) => sum + (change.kind === 'put' ? change.grows : 0), 0)
  if (grown > 0 && service.diskBytes + grown > service.limits.diskBytes) throw overQuota()
}

type Uploaded = { path: string; conflict: ConflictChoice | undefined; files: Incoming[] }

/**
 * Steps that put files into a folder, which is created if missing; all or none.
 * @throws INVALID for the name of a new folder, CONFLICT with `conflicts` (names), TOO_LARGE beyond the quota, LIMIT_REACHED
 * beyond the number of files
 */
export async function planPut(tx: Tx, service: OwnService, upload: Uploaded): Promise<Step[]> {
  const { path, conflict, files } = upload
  const owner = { userId: service.userId, serviceId: service.id }
  const folders = path === '' ? [] : await planChosenAncestors(tx, owner, joinPath(path, 'x'))
  const claimed = new Set<string>()
  const conflicts: string[] = []
  const puts: Step[] = []
  const lookUp = (name: string) => fileAt(tx, owner, joinPath(path, name))
  for (const file of files) {
    const place = await findPlace(lookUp, file.name, { claimed, conflict })
    if (!place) conflicts.push(file.name)
    else puts.push(putStep(file, path, place))
    claimed.add(place?.name ?? file.name)
  }
  if (conflicts.length > 0) throw taken(conflicts)
  assertQuota(service, puts)
  const isNew = ({ change }: Step) => change.kind === 'put' && change.isNew
  await assertEntries(tx, service, [...folders, ...puts].filter(isNew).length)
  return [...folders, ...puts]
}
