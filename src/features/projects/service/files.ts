import { and, eq, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#db/types.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, limitReached } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import {
  type createFileInput,
  maxFileBytes,
  maxFiles,
  maxFilesTogether,
  maxTotalBytes,
  type projectFileOutput,
  type updateFileInput,
} from '../contract/contract.ts'
import { typeOfName } from '../contract/kinds.ts'
import { findFile, isFile, isProject, lockFile, lockProject } from './own.ts'
import { type FileRow, presentFile } from './present.ts'
import { publishProjectEvent } from './project-events.ts'

type FileAnswer = Answer<typeof projectFileOutput>

/** The text's size as UTF-8. @throws TOO_LARGE beyond 1 MiB */
export function measure(content: string): number {
  const size = Buffer.byteLength(content)
  if (size > maxFileBytes) throw new DomainError('TOO_LARGE', 'A file can be at most 1 MB.')
  return size
}

/** @throws TOO_LARGE when this many more bytes exceed the caller's total */
export async function assertRoom(tx: Tx, ctx: CustomerContext, moreBytes: number): Promise<void> {
  if (moreBytes <= 0) return
  const { projectFiles } = tx.t
  const [sum] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${projectFiles.size}), 0)`.mapWith(Number) })
    .from(projectFiles)
    .where(eq(projectFiles.userId, ctx.user.id))
  if ((sum?.bytes ?? 0) + moreBytes > maxTotalBytes)
    throw new DomainError('TOO_LARGE', 'Your projects can hold at most 64 MB in total.')
}

/** @throws LIMIT_REACHED at 200 files of the project, or 5,000 of the caller */
async function assertCount(tx: Tx, ctx: CustomerContext, projectId: string): Promise<void> {
  const { projectFiles: t } = tx.t
  const own = eq(t.userId, ctx.user.id)
  const here = await tx.$count(t, and(own, eq(t.projectId, projectId)))
  if (here >= maxFiles)
    throw limitReached(`A project can hold at most ${maxFiles} files.`, { limit: maxFiles, used: here })
  const together = await tx.$count(t, own)
  if (together >= maxFilesTogether)
    throw limitReached(
      `Your projects can hold at most ${maxFilesTogether.toLocaleString('en')} files in total.`,
      { limit: maxFilesTogether, used: together },
    )
}

const nameTaken = () => {
  const message = 'This project already has a file with this name.'
  return new DomainError('CONFLICT', message, { fields: { name: message } })
}

async function assertNameFree(
  tx: Tx,
  ctx: CustomerContext,
  file: { id: string; projectId: string; name: string },
): Promise<void> {
  const { projectFiles: t } = tx.t
  const twin = and(eq(t.userId, ctx.user.id), eq(t.projectId, file.projectId), eq(t.name, file.name))
  const [taken] = await tx
    .select({ id: t.id })
    .from(t)
    .where(and(twin, ne(t.id, file.id)))
  if (taken) throw nameTaken()
}

/** Sets the project's time of change. */
export const touchProject = (tx: Tx, ctx: CustomerContext, id: string) =>
  tx.update(tx.t.projects).set({ updatedAt: ctx.now() }).where(isProject(ctx, id))

/** One of the caller's files with its text. @throws NOT_FOUND */
export const getFile = async (ctx: CustomerContext, { fileId }: { fileId: string }): Promise<FileAnswer> =>
  presentFile(await findFile(ctx, fileId))

/** Adds the first version of a file to a project that this transaction has locked or created. @throws as `createFile` */
export async function addFile(
  tx: Tx,
  ctx: CustomerContext,
  input: z.output<typeof createFileInput>,
): Promise<FileRow> {
  const now = ctx.now()
  const { projectFiles } = tx.t
  const id = Bun.randomUUIDv7()
  const size = measure(input.content)
  await assertCount(tx, ctx, input.projectId)
  await assertNameFree(tx, ctx, { id, projectId: input.projectId, name: input.name })
  await assertRoom(tx, ctx, size)
  const values = { ...input, id, userId: ctx.user.id, parentId: null, size, version: 1 }
  const row = { ...values, createdAt: now, updatedAt: now }
  await tx.insert(projectFiles).values(row)
  return row
}

/**
 * Adds a file to a project.
 * @throws NOT_FOUND, TOO_LARGE, CONFLICT when the name is taken, LIMIT_REACHED at 200 files, or 5,000 in all projects
 */
export async function createFile(
  ctx: CustomerContext,
  input: z.output<typeof createFileInput>,
): Promise<Answered<FileAnswer>> {
  measure(input.content)
  return mutate(ctx, async (tx) => {
    const project = await lockProject(tx, ctx, input.projectId)
    const file = await addFile(tx, ctx, { ...input, projectId: project.id })
    await touchProject(tx, ctx, project.id)
    publishProjectEvent(tx, ctx, project.id, 'changed')
    return presentFile(file)
  })
}

/**
 * Renames a file or changes its type; without a type, the new name's extension decides.
 * @throws NOT_FOUND, CONFLICT when the name is taken
 */
export const updateFile = (
  ctx: CustomerContext,
  { fileId, name, type }: z.output<typeof updateFileInput>,
): Promise<Answered<FileAnswer>> =>
  mutate(ctx, async (tx) => {
    const before = await lockFile(tx, ctx, fileId)
    const renamed = name ?? before.name
    await assertNameFree(tx, ctx, { ...before, name: renamed })
    const follows = name === undefined ? undefined : typeOfName(name)
    const changed = { name: renamed, type: type ?? follows ?? before.type, updatedAt: ctx.now() }
    await tx.update(tx.t.projectFiles).set(changed).where(isFile(ctx, fileId))
    await touchProject(tx, ctx, before.projectId)
    publishProjectEvent(tx, ctx, before.projectId, 'changed')
    return presentFile({ ...before, ...changed })
  })

/** Deletes the file with its versions. @throws NOT_FOUND */
export const removeFile = (
  ctx: CustomerContext,
  { fileId }: { fileId: string },
): Promise<Answered<{ ok: true }>> =>
  mutate(ctx, async (tx) => {
    const { projectId } = await lockFile(tx, ctx, fileId)
    await tx.delete(tx.t.projectFiles).where(isFile(ctx, fileId))
    await touchProject(tx, ctx, projectId)
    publishProjectEvent(tx, ctx, projectId, 'changed')
    return { ok: true as const }
  })
