import { and, eq } from 'drizzle-orm'
import type { Reader, Store, Tx } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import type { FileRow, ProjectRow } from './present.ts'

type Within = { t: Store['t']; read: Pick<Reader, 'select'> }

/** The owner and the id together: how every project is named. */
export const isProject = (ctx: CustomerContext, id: string) => {
  const { projects } = ctx.store.t
  return and(eq(projects.userId, ctx.user.id), eq(projects.id, id))
}

/** The owner and the id together: how every file is named. */
export const isFile = (ctx: CustomerContext, id: string) => {
  const { projectFiles } = ctx.store.t
  return and(eq(projectFiles.userId, ctx.user.id), eq(projectFiles.id, id))
}

/** One of the caller's projects, within `tx` locked. @throws NOT_FOUND when it is missing or somebody else's */
export async function findProject(ctx: CustomerContext, id: string, tx?: Tx): Promise<ProjectRow> {
  const { t, read }: Within = tx ? { t: tx.t, read: tx } : ctx.store
  const query = read.select().from(t.projects).where(isProject(ctx, id))
  const [project] = await (tx ? ctx.store.lock(query) : query)
  if (!project) throw notFound('This project')
  return project
}

/** One of the caller's files, within `tx` locked. @throws NOT_FOUND when it is missing or somebody else's */
export async function findFile(ctx: CustomerContext, id: string, tx?: Tx): Promise<FileRow> {
  const { t, read }: Within = tx ? { t: tx.t, read: tx } : ctx.store
  const query = read.select().from(t.projectFiles).where(isFile(ctx, id))
  const [file] = await (tx ? ctx.store.lock(query) : query)
  if (!file) throw notFound('This file')
  return file
}
