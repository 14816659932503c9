import type { Store } from '#db/types.ts'
import { trashMs } from '#features/files/contract/contract.ts'
import type { Answer } from '#shared/schema.ts'
import { after } from '#shared/time.ts'
import type { fileEntryOutput, outlineOutput, projectFileOutput } from '../contract/contract.ts'

export type ProjectRow = Store['t']['projects']['$inferSelect']
export type FileRow = Store['t']['projectFiles']['$inferSelect']
export type EntryRow = Omit<FileRow, 'content' | 'parentId'>

/** All fields of a file but its text. */
export const entryColumns = ({ projectFiles }: Pick<Store['t'], 'projectFiles'>) => ({
  id: projectFiles.id,
  userId: projectFiles.userId,
  projectId: projectFiles.projectId,
  name: projectFiles.name,
  type: projectFiles.type,
  size: projectFiles.size,
  version: projectFiles.version,
  createdAt: projectFiles.createdAt,
  updatedAt: projectFiles.updatedAt,
})

export const presentEntry = (row: EntryRow): Answer<typeof fileEntryOutput> => ({
  id: row.id,
  projectId: row.projectId,
  name: row.name,
  type: row.type,
  size: row.size,
  version: row.version,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

export const presentFile = (row: FileRow): Answer<typeof projectFileOutput> => ({
  ...presentEntry(row),
  content: row.content,
})

/** Deadline to undo a publish; the trash is then emptied of its files. */
export const undoEnds = ({ at }: { at: string }): Date => after(new Date(at), trashMs)

function presentUndo({ publishUndo }: ProjectRow) {
  if (!publishUndo) return null
  const { serviceId, made, replaced } = publishUndo
  const added = made.length - replaced.length
  return { serviceId, until: undoEnds(publishUndo), added, replaced: replaced.length }
}

export const presentProject = (row: ProjectRow): Omit<Answer<typeof outlineOutput>, 'files'> => ({
  id: row.id,
  name: row.name,
  description: row.description,
  publishedServiceId: row.publishedServiceId,
  publishedAt: row.publishedAt,
  publishUndo: presentUndo(row),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})
