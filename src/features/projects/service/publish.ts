import { and, asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { auditCaller } from '#db/audit.ts'
import { publishFiles } from '#features/files/ingest/publish.ts'
import type { Answered } from '#server/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { outlineOutput, publishInput } from '../contract.ts'
import { findProject, isProject } from './own.ts'
import { outlineProject } from './projects.ts'

/**
 * The project's files are on the service's site; what else is there stays.
 * @throws NOT_FOUND, WRONG_STATE when it has no files or the service is not active, TOO_LARGE beyond the plan's storage
 */
export async function publishProject(
  ctx: CustomerContext,
  { id, serviceId }: z.output<typeof publishInput>,
): Promise<Answered<Answer<typeof outlineOutput>>> {
  const project = await findProject(ctx, id)
  const { projectFiles: t } = ctx.store.t
  const files = await ctx.store.read
    .select({ name: t.name, content: t.content })
    .from(t)
    .where(and(eq(t.userId, ctx.user.id), eq(t.projectId, project.id)))
    .orderBy(asc(t.name))
  if (files.length === 0) throw new DomainError('WRONG_STATE', 'This project has no files to publish.')
  await publishFiles(ctx, { serviceId, files })
  return ctx.store.tx(async (tx) => {
    await tx
      .update(tx.t.projects)
      .set({ publishedServiceId: serviceId, publishedAt: ctx.now() })
      .where(isProject(ctx, id))
    await auditCaller(tx, ctx, {
      action: 'project.publish',
      targetType: 'service',
      targetId: serviceId,
      userId: ctx.user.id,
      note: project.name,
      details: { projectId: id },
    })
    return ctx.answerIn(tx, await outlineProject(ctx, id, tx))
  })
}
