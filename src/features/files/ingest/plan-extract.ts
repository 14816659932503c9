import type { Tx } from '#db/types.ts'
import type { OwnService } from '#features/services/service.ts'
import { DomainError, invalid } from '#shared/errors.ts'
import type { ExtractChoice } from '../contract/extract.ts'
import { ancestorsOf, joinPath, readPath, splitPath } from '../contract/names.ts'
import type { Step } from '../service/changes.ts'
import { assertEntries } from '../service/entries.ts'
import { assertQuota, findPlace, folderStep, type Incoming, putStep, taken } from '../service/plan-put.ts'
import { type FileRow, fileAt, filesAt, type Owner } from '../service/rows.ts'

/** A file of the archive, with its path below the target folder. */
export type Unpacked = Omit<Incoming, 'name'> & { path: string }

export type Extraction = {
  folder: string
  conflict: ExtractChoice | undefined
  folders: Iterable<string>
  files: Unpacked[]
}

const tooDeep = (path: string) => invalid('id', `"${path.slice(0, 100)}" is nested too deeply.`)

/** The folders of the files, parents first. @throws INVALID when nested too deeply */
function foldersOf({ folder, folders }: Extraction): string[] {
  const all = new Set(folder ? ancestorsOf(joinPath(folder, 'x')) : [])
  for (const below of folders) {
    const path = joinPath(folder, below)
    if (readPath(path) === null) throw tooDeep(below)
    all.add(path)
  }
  return [...all].sort()
}

function planFolders(paths: string[], standing: Map<string, FileRow>): Step[] {
  return paths.flatMap((path) => {
    const found = standing.get(path)
    if (found && !found.isFolder)
      throw new DomainError('CONFLICT', `"${found.filePath}" is a file, not a folder.`)
    return found ? [] : [folderStep(path)]
  })
}

type PlanContext = {
  tx: Tx
  owner: Owner
  conflict: ExtractChoice | undefined
  standing: Map<string, FileRow>
  /** Paths that a file of the archive has or gets. */
  claimed: Set<string>
}

const isNew = { existing: undefined }

/** A free name next to an existing one. */
async function planBeside(
  { tx, owner, claimed }: PlanContext,
  file: Incoming,
  path: string,
): Promise<Step | null> {
  const lookUp = (other: string) => fileAt(tx, owner, joinPath(path, other))
  const place = await findPlace(lookUp, file.name, {
    claimed: { has: (other) => claimed.has(joinPath(path, other)) },
    conflict: 'keep-both',
  })
  if (!place) return null
  claimed.add(joinPath(path, place.name))
  return putStep(file, path, place)
}

/** The step of one file: `null` when skipped, `undefined` while the user has to choose. */
async function planFile(
  scene: PlanContext,
  unpacked: Unpacked,
  full: string,
): Promise<Step | null | undefined> {
  const { conflict, standing } = scene
  const { path, name } = splitPath(full)
  const file = { ...unpacked, name }
  const found = standing.get(full)
  if (!found) return putStep(file, path, { name, ...isNew })
  if (conflict === 'skip') return null
  if (conflict === 'keep-both') return planBeside(scene, file, path)
  return conflict === 'replace' && !found.isFolder
    ? putStep(file, path, { name, ...isNew }, found.id)
    : undefined
}

/**
 * Plans the extraction of an archive into a folder, all files or none. Replaced files go to the trash.
 * @throws CONFLICT with `conflicts` (paths) until the user chooses, INVALID too deep, TOO_LARGE beyond the quota, LIMIT_REACHED
 */
export async function planExtract(tx: Tx, service: OwnService, extraction: Extraction): Promise<Step[]> {
  const { folder, conflict, files } = extraction
  const owner = { userId: service.userId, serviceId: service.id }
  const folders = foldersOf(extraction)
  const paths = files.map(({ path }) => joinPath(folder, path))
  const standing = await filesAt(tx, owner, [...folders, ...paths])
  const steps = planFolders(folders, standing)
  const scene = { tx, owner, conflict, standing, claimed: new Set(paths) }
  const conflicts: string[] = []
  for (const file of files) {
    const full = joinPath(folder, file.path)
    const step = await planFile(scene, file, full)
    if (step) steps.push(step)
    else if (step === undefined) conflicts.push(full)
  }
  if (conflicts.length > 0) throw taken(conflicts)
  assertQuota(service, steps)
  await assertEntries(tx, service, steps.length)
  return steps
}
