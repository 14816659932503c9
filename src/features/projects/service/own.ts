import { and, eq } from 'drizzle-orm'
import type { Source, Tx } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import { only } from '#shared/errors.ts'
import type { FileRow, ProjectRow } from './present.ts'

/** Condition for a project of the caller. */
export const isProject = (ctx: CustomerContext, id: string) => {
  const { projects } = ctx.store.t
  return and(eq(projects.userId, ctx.user.id), eq(projects.id, id))
}

/** Condition for a file of the caller. */
export const isFile = (ctx: CustomerContext, id: string) => {
  const { projectFiles } = ctx.store.t
  return and(eq(projectFiles.userId, ctx.user.id), eq(projectFiles.id, id))
}

/** One of the caller's projects, as a query. */
export const selectProject = ({ read, t }: Source, ctx: CustomerContext, id: string) =>
  read.select().from(t.projects).where(isProject(ctx, id))

/** One of the caller's projects. @throws NOT_FOUND when it is missing or another user's */
export const findProject = async (ctx: CustomerContext, id: string): Promise<ProjectRow> =>
  only(await selectProject(ctx.store, ctx, id), 'This project')

/** The same, locked until the transaction ends. */
export const lockProject = async (tx: Tx, ctx: CustomerContext, id: string): Promise<ProjectRow> =>
  only(await ctx.store.lock(selectProject(tx, ctx, id)), 'This project')

const selectFile = ({ read, t }: Source, ctx: CustomerContext, id: string) =>
  read.select().from(t.projectFiles).where(isFile(ctx, id))

/** One of the caller's files. @throws NOT_FOUND when it is missing or another user's */
export const findFile = async (ctx: CustomerContext, id: string): Promise<FileRow> =>
  only(await selectFile(ctx.store, ctx, id), 'This file')

/** The same, locked until the transaction ends. */
export const lockFile = async (tx: Tx, ctx: CustomerContext, id: string): Promise<FileRow> =>
  only(await ctx.store.lock(selectFile(tx, ctx, id)), 'This file')
