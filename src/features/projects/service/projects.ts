import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { maxRows, olderThan, toArray, toPage } from '#db/paging.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { Answer, Page } from '#shared/schema.ts'
import {
  type createProjectInput,
  maxProjects,
  type outlineOutput,
  type projectOutput,
  type updateProjectInput,
} from '../contract.ts'
import { findProject, isProject } from './own.ts'
import {
  type EntryRow,
  entryColumns,
  type FileRow,
  type ProjectRow,
  presentEntry,
  presentFile,
  presentProject,
} from './present.ts'

/** The caller's projects, newest first; the cursor of the next page goes into the reply. */
async function selectProjects(
  ctx: CustomerContext,
  { limit = maxRows, cursor }: Page,
): Promise<ProjectRow[]> {
  const { projects } = ctx.store.t
  const older = olderThan({ at: projects.createdAt, id: projects.id }, cursor)
  const rows = await ctx.store.read
    .select()
    .from(projects)
    .where(and(eq(projects.userId, ctx.user.id), older))
    .orderBy(desc(projects.createdAt), desc(projects.id))
    .limit(limit + 1)
  const key = ({ createdAt, id }: ProjectRow) => ({ at: createdAt, id })
  return toArray(toPage(rows, { limit, key, present: (row) => row }), ctx.reply.headers)
}

const byProject = <Row extends EntryRow>(rows: Row[]) => Map.groupBy(rows, ({ projectId }) => projectId)

const ofProjects = (ctx: CustomerContext, projects: ProjectRow[]) => {
  const { projectFiles } = ctx.store.t
  const ids = projects.map(({ id }) => id)
  return and(eq(projectFiles.userId, ctx.user.id), inArray(projectFiles.projectId, ids))
}

/** The caller's projects with their files, newest project and first file first, all or a page of them. */
export async function listProjects(
  ctx: CustomerContext,
  page: Page = {},
): Promise<Answer<typeof projectOutput>[]> {
  const projects = await selectProjects(ctx, page)
  if (projects.length === 0) return []
  const { projectFiles } = ctx.store.t
  const files: FileRow[] = await ctx.store.read
    .select()
    .from(projectFiles)
    .where(ofProjects(ctx, projects))
    .orderBy(asc(projectFiles.createdAt), asc(projectFiles.id))
  const texts = byProject(files)
  return projects.map((row) => ({
    ...presentProject(row),
    files: (texts.get(row.id) ?? []).map(presentFile),
  }))
}

async function withEntries(
  ctx: CustomerContext,
  projects: ProjectRow[],
): Promise<Answer<typeof outlineOutput>[]> {
  if (projects.length === 0) return []
  const { projectFiles } = ctx.store.t
  const rows = await ctx.store.read
    .select(entryColumns(ctx.store.t))
    .from(projectFiles)
    .where(ofProjects(ctx, projects))
    .orderBy(asc(projectFiles.createdAt), asc(projectFiles.id))
  const entries = byProject(rows)
  return projects.map((row) => ({
    ...presentProject(row),
    files: (entries.get(row.id) ?? []).map(presentEntry),
  }))
}

/** The same list without the files' texts, for the screen, which reads one text at a time. */
export const outlineProjects = async (ctx: CustomerContext) => withEntries(ctx, await selectProjects(ctx, {}))

/** A project of the caller with its files, as they are now. @throws NOT_FOUND */
export async function outlineProject(
  ctx: CustomerContext,
  id: string,
): Promise<Answer<typeof outlineOutput>> {
  const project = await findProject(ctx, id)
  const [outline] = await withEntries(ctx, [project])
  return outline ?? { ...presentProject(project), files: [] }
}

/** The caller has a new, empty project. @throws LIMIT_REACHED at 1,000 projects */
export async function createProject(
  ctx: CustomerContext,
  input: z.output<typeof createProjectInput>,
): Promise<Answer<typeof outlineOutput>> {
  const now = ctx.now()
  return ctx.store.tx(async (tx) => {
    const { projects } = tx.t
    if ((await tx.$count(projects, eq(projects.userId, ctx.user.id))) >= maxProjects)
      throw new DomainError(
        'LIMIT_REACHED',
        `You have ${maxProjects} projects, which is the most. Delete one first.`,
      )
    const values = { id: Bun.randomUUIDv7(), userId: ctx.user.id, ...input, createdAt: now, updatedAt: now }
    await tx.insert(projects).values(values)
    return { ...presentProject({ ...values, publishedServiceId: null, publishedAt: null }), files: [] }
  })
}

/** The project has the name and description given; what is not given stays. @throws NOT_FOUND */
export async function updateProject(
  ctx: CustomerContext,
  { id, name, description }: z.output<typeof updateProjectInput>,
): Promise<Answer<typeof outlineOutput>> {
  await ctx.store.tx(async (tx) => {
    const before = await findProject(ctx, id, tx)
    const changed = {
      name: name ?? before.name,
      description: description === undefined ? before.description : description,
      updatedAt: ctx.now(),
    }
    await tx.update(tx.t.projects).set(changed).where(isProject(ctx, id))
  })
  return outlineProject(ctx, id)
}

/** The project is gone with its files and what they were; what was published of it stays on the site. @throws NOT_FOUND */
export async function removeProject(ctx: CustomerContext, { id }: { id: string }): Promise<{ ok: true }> {
  return ctx.store.tx(async (tx) => {
    await findProject(ctx, id, tx)
    await tx.delete(tx.t.projects).where(isProject(ctx, id))
    return { ok: true as const }
  })
}
