import { and, asc, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import type { UndoExtract } from '#features/files/contract/extract.ts'
import { compareWithSite, publishFiles } from '#features/files/ingest/publish.ts'
import { undoPut } from '#features/files/ingest/undo-put.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { outlineOutput, publishInput, publishPlanOutput } from '../contract/contract.ts'
import { findProject, isProject, lockProject } from './own.ts'
import { type ProjectRow, undoEnds } from './present.ts'
import { publishProjectEvent } from './project-events.ts'
import { outlineProject } from './projects.ts'

type PublishRequest = z.output<typeof publishInput>
type Outlined = Answer<typeof outlineOutput>

/** The saved texts of a project. @throws WRONG_STATE when it has no files */
async function readTexts(ctx: CustomerContext, projectId: string) {
  const { projectFiles: t } = ctx.store.t
  const files = await ctx.store.read
    .select({ name: t.name, content: t.content })
    .from(t)
    .where(and(eq(t.userId, ctx.user.id), eq(t.projectId, projectId)))
    .orderBy(asc(t.name))
  if (files.length === 0) throw new DomainError('WRONG_STATE', 'This project has no files to publish.')
  return files
}

/** The effect of publishing the project to a service. @throws NOT_FOUND, WRONG_STATE as `publishProject` */
export async function planPublish(
  ctx: CustomerContext,
  { id, serviceId }: PublishRequest,
): Promise<Answer<typeof publishPlanOutput>> {
  const project = await findProject(ctx, id)
  const files = await readTexts(ctx, project.id)
  const found = await compareWithSite(ctx, { serviceId, files })
  const { projects: p } = ctx.store.t
  const [last] = await ctx.store.read
    .select({ name: p.name, at: p.publishedAt })
    .from(p)
    .where(and(eq(p.userId, ctx.user.id), eq(p.publishedServiceId, serviceId)))
    .orderBy(desc(p.publishedAt))
    .limit(1)
  return { ...found, lastPublish: last?.at ? { name: last.name, at: last.at } : null }
}

const audit = (tx: Tx, ctx: CustomerContext, entry: { action: string; serviceId: string; of: ProjectRow }) =>
  auditCaller(tx, ctx, {
    action: entry.action,
    targetType: 'service',
    targetId: entry.serviceId,
    userId: ctx.user.id,
    note: entry.of.name,
    details: { projectId: entry.of.id },
  })

/** The undo data to store; a publish that changed nothing keeps the previous one. */
const undoAfter = (
  before: ProjectRow,
  { made, replaced }: UndoExtract,
  request: { serviceId: string; at: Date },
) =>
  made.length === 0
    ? before.publishUndo
    : {
        serviceId: request.serviceId,
        at: request.at.toISOString(),
        made,
        replaced,
        before: { serviceId: before.publishedServiceId, at: before.publishedAt?.toISOString() ?? null },
      }

/**
 * Publishes the project's files to the service's site and moves replaced files to the trash; other files stay.
 * @throws NOT_FOUND, WRONG_STATE when it has no files or the service is not active, CONFLICT when a folder blocks it,
 * TOO_LARGE beyond the plan's storage, LIMIT_REACHED
 */
export async function publishProject(
  ctx: CustomerContext,
  { id, serviceId }: PublishRequest,
): Promise<Answered<Outlined>> {
  const files = await readTexts(ctx, (await findProject(ctx, id)).id)
  return publishFiles(ctx, { serviceId, files }, async (tx, undo) => {
    const before = await lockProject(tx, ctx, id)
    const at = ctx.now()
    const publishUndo = undoAfter(before, undo, { serviceId, at })
    const values = { publishedServiceId: serviceId, publishedAt: at, publishUndo }
    await tx.update(tx.t.projects).set(values).where(isProject(ctx, id))
    await audit(tx, ctx, { action: 'project.publish', serviceId, of: before })
    publishProjectEvent(tx, ctx, id, 'published')
    return outlineProject(tx, ctx, id)
  })
}

/** @throws WRONG_STATE without a publish to undo, or after its deadline */
function assertUndoable(ctx: CustomerContext, { publishUndo }: ProjectRow) {
  if (!publishUndo) throw new DomainError('WRONG_STATE', 'There is no publish to undo.')
  if (undoEnds(publishUndo) <= ctx.now())
    throw new DomainError(
      'WRONG_STATE',
      'This publish can no longer be undone: the files it replaced have been deleted from the trash.',
    )
  return publishUndo
}

const isGone = (error: unknown) => error instanceof DomainError && error.code === 'NOT_FOUND'

/**
 * Restores the files that the project's last publish replaced, and moves those it added to the trash; all or nothing.
 * @throws NOT_FOUND, WRONG_STATE when it cannot be undone, BUSY, CONFLICT when a name was taken meanwhile
 */
export async function undoPublish(ctx: CustomerContext, { id }: { id: string }): Promise<Answered<Outlined>> {
  const { serviceId, made, replaced, before } = assertUndoable(ctx, await findProject(ctx, id))
  const undone = undoPut(ctx, { made, replaced }, async (tx) => {
    const project = await lockProject(tx, ctx, id)
    const publishedAt = before.at === null ? null : new Date(before.at)
    const values = { publishedServiceId: before.serviceId, publishedAt, publishUndo: null }
    await tx.update(tx.t.projects).set(values).where(isProject(ctx, id))
    await audit(tx, ctx, { action: 'project.unpublish', serviceId, of: project })
    publishProjectEvent(tx, ctx, id, 'unpublished')
    return outlineProject(tx, ctx, id)
  })
  return undone.catch((cause) => {
    if (!isGone(cause)) throw cause
    const message =
      'This publish can no longer be undone: some of its files were deleted from the site or the trash.'
    throw new DomainError('WRONG_STATE', message, { cause })
  })
}
