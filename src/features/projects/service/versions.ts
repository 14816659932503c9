import { and, asc, desc, eq, lte, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#db/types.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, only } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import {
  keptVersions,
  maxVersionBytes,
  type projectFileOutput,
  type restoreInput,
  type saveFileInput,
  type versionOutput,
} from '../contract/contract.ts'
import { assertRoom, measure, touchProject } from './files.ts'
import { findFile, isFile, lockFile } from './own.ts'
import { type FileRow, presentFile } from './present.ts'
import { publishProjectEvent } from './project-events.ts'

const versionsAtOnce = 100

type FileAnswer = Answer<typeof projectFileOutput>

/** Deletes the oldest versions of all of the caller's files until this many more bytes fit. */
async function makeRoomForVersion(tx: Tx, ctx: CustomerContext, moreBytes: number): Promise<void> {
  const { projectFileVersions: t } = tx.t
  const own = eq(t.userId, ctx.user.id)
  const bytes = sql<number>`coalesce(sum(${t.size}), 0)`.mapWith(Number)
  const [sum] = await tx.select({ bytes }).from(t).where(own)
  let surplus = (sum?.bytes ?? 0) + moreBytes - maxVersionBytes
  while (surplus > 0) {
    const oldest = await tx
      .select({ fileId: t.fileId, version: t.version, size: t.size })
      .from(t)
      .where(own)
      .orderBy(asc(t.createdAt), asc(t.fileId), asc(t.version))
      .limit(versionsAtOnce)
    if (oldest.length === 0) return
    for (const { fileId, version, size } of oldest) {
      if (surplus <= 0) return
      await tx.delete(t).where(and(own, eq(t.fileId, fileId), eq(t.version, version)))
      surplus -= size
    }
  }
}

/** Stores the previous text as a version; keeps the newest 20 of the file, and 64 MiB of all files. */
async function storeVersion(tx: Tx, ctx: CustomerContext, file: FileRow): Promise<void> {
  const { projectFileVersions: t } = tx.t
  const { id: fileId, version, content, size, updatedAt: createdAt } = file
  await makeRoomForVersion(tx, ctx, size)
  await tx.insert(t).values({ userId: ctx.user.id, fileId, version, content, size, createdAt })
  const old = and(eq(t.userId, ctx.user.id), eq(t.fileId, fileId), lte(t.version, version - keptVersions))
  await tx.delete(t).where(old)
}

async function write(tx: Tx, ctx: CustomerContext, file: FileRow, content: string): Promise<FileAnswer> {
  publishProjectEvent(tx, ctx, file.projectId, 'changed')
  if (content === file.content) return presentFile(file)
  const size = measure(content)
  await assertRoom(tx, ctx, size - file.size)
  await storeVersion(tx, ctx, file)
  const changed = { content, size, version: file.version + 1, updatedAt: ctx.now() }
  await tx.update(tx.t.projectFiles).set(changed).where(isFile(ctx, file.id))
  await touchProject(tx, ctx, file.projectId)
  return presentFile({ ...file, ...changed })
}

/**
 * Saves the file's text and stores the previous one as a version; an equal text changes nothing.
 * @throws NOT_FOUND, TOO_LARGE, CONFLICT with `currentVersion` when it is based on another version
 */
export async function saveFile(
  ctx: CustomerContext,
  { fileId, content, baseVersion }: z.output<typeof saveFileInput>,
): Promise<Answered<FileAnswer>> {
  measure(content)
  return mutate(ctx, async (tx) => {
    const file = await lockFile(tx, ctx, fileId)
    if (typeof baseVersion === 'number' && baseVersion !== file.version) {
      const details = { currentVersion: file.version }
      throw new DomainError('CONFLICT', 'This file was changed in the meantime.', { details })
    }
    return write(tx, ctx, file, content)
  })
}

/** The file's earlier versions, newest first, without the texts. @throws NOT_FOUND */
export async function listVersions(
  ctx: CustomerContext,
  { fileId }: { fileId: string },
): Promise<Answer<typeof versionOutput>[]> {
  const file = await findFile(ctx, fileId)
  const { projectFileVersions: t } = ctx.store.t
  return ctx.store.read
    .select({ version: t.version, size: t.size, createdAt: t.createdAt })
    .from(t)
    .where(and(eq(t.userId, ctx.user.id), eq(t.fileId, file.id)))
    .orderBy(desc(t.version))
}

/** Saves that version's text as a new version. @throws NOT_FOUND */
export const restoreVersion = (
  ctx: CustomerContext,
  { fileId, version }: z.output<typeof restoreInput>,
): Promise<Answered<FileAnswer>> =>
  mutate(ctx, async (tx) => {
    const file = await lockFile(tx, ctx, fileId)
    const { projectFileVersions: t } = tx.t
    const match = and(eq(t.userId, ctx.user.id), eq(t.fileId, file.id), eq(t.version, version))
    const found = only(await tx.select({ content: t.content }).from(t).where(match), 'This version')
    return write(tx, ctx, file, found.content)
  })
