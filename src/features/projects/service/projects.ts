import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { maxRows, olderThan, toArray, toPage } from '#db/lists/paging.ts'
import type { Source } from '#db/types.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { only } from '#shared/errors.ts'
import type { Answer, Page } from '#shared/schema.ts'
import {
  entryBytes,
  maxListedBytes,
  maxProjects,
  type outlineOutput,
  type projectOutput,
  type updateProjectInput,
} from '../contract/contract.ts'
import { isProject, lockProject, selectProject } from './own.ts'
import { type EntryRow, entryColumns, type ProjectRow, presentEntry, presentProject } from './present.ts'
import { publishProjectEvent } from './project-events.ts'

const textsAtOnce = 100

/** A page of the caller's projects, newest first, and one more if there are more. */
async function selectProjects(
  ctx: CustomerContext,
  { limit = maxRows, cursor }: Page,
): Promise<ProjectRow[]> {
  const { projects } = ctx.store.t
  const older = olderThan({ at: projects.createdAt, id: projects.id }, cursor)
  return ctx.store.read
    .select()
    .from(projects)
    .where(and(eq(projects.userId, ctx.user.id), older))
    .orderBy(desc(projects.createdAt), desc(projects.id))
    .limit(limit + 1)
}

const keyOf = ({ createdAt, id }: { createdAt: Date; id: string }) => ({ at: createdAt, id })

const byProject = <Row extends EntryRow>(rows: Row[]) => Map.groupBy(rows, ({ projectId }) => projectId)

const ofProjects = (ctx: CustomerContext, projects: ProjectRow[]) => {
  const { projectFiles } = ctx.store.t
  const ids = projects.map(({ id }) => id)
  return and(eq(projectFiles.userId, ctx.user.id), inArray(projectFiles.projectId, ids))
}

type Listed = Answer<typeof outlineOutput>

/** The first projects whose texts fit on one page together, at least one. */
function firstThatFit(projects: Listed[]): Listed[] {
  let left = maxListedBytes
  const end = projects.findIndex(({ files }, place) => {
    left -= files.reduce((sum, { size }) => sum + size + entryBytes, 0)
    return left < 0 && place > 0
  })
  return end < 0 ? projects : projects.slice(0, end)
}

/** Ids of the first files whose texts fit on one page together. */
function withinBudget(projects: Listed[]): string[] {
  let left = maxListedBytes
  return projects
    .flatMap(({ files }) => files)
    .filter(({ size }) => {
      left -= size + entryBytes
      return left >= 0
    })
    .map(({ id }) => id)
}

/** File texts by id. */
async function readTexts(ctx: CustomerContext, ids: string[]): Promise<Map<string, string>> {
  const { projectFiles: t } = ctx.store.t
  const texts = new Map<string, string>()
  for (let i = 0; i < ids.length; i += textsAtOnce) {
    const some = and(eq(t.userId, ctx.user.id), inArray(t.id, ids.slice(i, i + textsAtOnce)))
    const rows = await ctx.store.read.select({ id: t.id, content: t.content }).from(t).where(some)
    for (const { id, content } of rows) texts.set(id, content)
  }
  return texts
}

/**
 * The caller's projects with their files, newest project and first file first. A page holds at most 4 MiB of texts; the reply
 * carries the cursor of the next one. A project that is larger alone has `null` for the texts beyond the limit.
 */
export async function listProjects(
  ctx: CustomerContext,
  page: Page = {},
): Promise<Answer<typeof projectOutput>[]> {
  const limit = page.limit ?? maxRows
  const rows = await selectProjects(ctx, page)
  const listed = firstThatFit(await withEntries(ctx.store, ctx, rows.slice(0, limit)))
  const fitting = { limit: listed.length, key: keyOf, present: (row: ProjectRow) => row }
  toArray(toPage(rows, fitting), ctx.reply.headers)
  const texts = await readTexts(ctx, withinBudget(listed))
  return listed.map((project) => ({
    ...project,
    files: project.files.map((file) => ({ ...file, content: texts.get(file.id) ?? null })),
  }))
}

type Outline = Answer<typeof outlineOutput>

async function withEntries(
  { read, t }: Source,
  ctx: CustomerContext,
  projects: ProjectRow[],
): Promise<Outline[]> {
  if (projects.length === 0) return []
  const { projectFiles } = t
  const rows = await read
    .select(entryColumns(t))
    .from(projectFiles)
    .where(ofProjects(ctx, projects))
    .orderBy(asc(projectFiles.createdAt), asc(projectFiles.id))
  const entries = byProject(rows)
  return projects.map((row) => ({
    ...presentProject(row),
    files: (entries.get(row.id) ?? []).map(presentEntry),
  }))
}

/** The same list without file texts, for the screen, which loads one text at a time. */
export const outlineProjects = async (ctx: CustomerContext) =>
  withEntries(ctx.store, ctx, await selectProjects(ctx, { limit: maxProjects }))

/** One of the caller's projects with its files. @throws NOT_FOUND */
export async function outlineProject(source: Source, ctx: CustomerContext, id: string): Promise<Outline> {
  const project = only(await selectProject(source, ctx, id), 'This project')
  const [outline] = await withEntries(source, ctx, [project])
  return outline ?? { ...presentProject(project), files: [] }
}

/** Sets the given name and description of a project. @throws NOT_FOUND */
export const updateProject = (
  ctx: CustomerContext,
  { id, name, description }: z.output<typeof updateProjectInput>,
): Promise<Answered<Outline>> =>
  mutate(ctx, async (tx) => {
    const before = await lockProject(tx, ctx, id)
    const changed = {
      name: name ?? before.name,
      description: description === undefined ? before.description : description,
      updatedAt: ctx.now(),
    }
    await tx.update(tx.t.projects).set(changed).where(isProject(ctx, id))
    publishProjectEvent(tx, ctx, id, 'changed')
    return outlineProject(tx, ctx, id)
  })

/** Deletes the project with its files and versions; published files stay on the site. @throws NOT_FOUND */
export const removeProject = (
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answered<{ ok: true }>> =>
  mutate(ctx, async (tx) => {
    await lockProject(tx, ctx, id)
    await tx.delete(tx.t.projects).where(isProject(ctx, id))
    publishProjectEvent(tx, ctx, id, 'deleted')
    return { ok: true as const }
  })
