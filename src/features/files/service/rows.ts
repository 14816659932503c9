import { and, eq, gte, inArray, isNull, lt, type SQL } from 'drizzle-orm'
import type { Schema } from '#db/schema/schema.ts'
import type { Source } from '#db/types.ts'
import { notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { after } from '#shared/time.ts'
import { type fileOutput, trashMs } from '../contract/contract.ts'

export type FileRow = Schema['files']['$inferSelect']
export type Owner = { userId: string; serviceId: string }

/** Rows of a service that are not in the trash. */
export const liveIn = ({ files }: Schema, { userId, serviceId }: Owner): SQL | undefined =>
  and(eq(files.userId, userId), eq(files.serviceId, serviceId), isNull(files.deletedAt))

/** The contents of a folder, at any depth: "/" sorts just before "0". */
export const below = ({ files }: Schema, path: string): SQL | undefined =>
  and(gte(files.pathKey, `${path}/`), lt(files.pathKey, `${path}0`))

async function lookUp({ read, t: { files } }: Source, userId: string, id: string) {
  const [row] = await read
    .select()
    .from(files)
    .where(and(eq(files.userId, userId), eq(files.id, id)))
  return row
}

/** The ownership gate. @throws NOT_FOUND when the file is missing, in the trash, or another customer's */
export async function findFile(source: Source, userId: string, id: string): Promise<FileRow> {
  const row = await lookUp(source, userId, id)
  if (!row || row.deletedAt) throw notFound('This file')
  return row
}

/** Files trashed since this time can be restored; older ones belong to the sweep. */
export const trashBegins = (now: Date): Date => after(now, -trashMs)

/** The same for the trash. @throws NOT_FOUND, also after its time in the trash: it may be half removed */
export async function findTrashed(
  source: Source,
  { userId, id, now }: { userId: string; id: string; now: Date },
): Promise<FileRow> {
  const row = await lookUp(source, userId, id)
  if (!row?.deletedAt || row.trashedWith || row.deletedAt <= trashBegins(now)) throw notFound('This file')
  return row
}

/** The live file or folder at a path of a service. */
export async function fileAt(
  { read, t }: Source,
  owner: Owner,
  filePath: string,
): Promise<FileRow | undefined> {
  const [row] = await read
    .select()
    .from(t.files)
    .where(and(liveIn(t, owner), eq(t.files.pathKey, filePath)))
  return row
}

const pathsAtOnce = 500

/** The live rows at these paths of a service, by path. */
export async function filesAt(
  { read, t }: Source,
  owner: Owner,
  paths: string[],
): Promise<Map<string, FileRow>> {
  const found = new Map<string, FileRow>()
  for (let at = 0; at < paths.length; at += pathsAtOnce) {
    const some = inArray(t.files.pathKey, paths.slice(at, at + pathsAtOnce))
    const rows = await read
      .select()
      .from(t.files)
      .where(and(liveIn(t, owner), some))
    for (const row of rows) found.set(row.pathKey, row)
  }
  return found
}

type Listed = { file: FileRow; plan: string }

/** A row in wire format. */
export const presentFile = ({ file, plan }: Listed): Answer<typeof fileOutput> => ({
  id: file.id,
  fileName: file.fileName,
  path: file.path,
  filePath: file.filePath,
  fileType: file.fileType,
  fileSize: file.fileSize,
  isFolder: file.isFolder,
  uploadedAt: file.uploadedAt,
  updatedAt: file.updatedAt,
  deletedAt: file.deletedAt,
  serviceId: file.serviceId,
  service: { id: file.serviceId, plan: { name: plan } },
})
