import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { limitReached } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { type createProjectInput, maxProjects, type outlineOutput } from '../contract/contract.ts'
import { templateFiles } from '../contract/templates/templates.ts'
import { addFile } from './files.ts'
import { presentEntry, presentProject } from './present.ts'
import { publishProjectEvent } from './project-events.ts'

/**
 * Creates a project for the caller, empty or with a template's files.
 * @throws LIMIT_REACHED at 1,000 projects or 5,000 files, TOO_LARGE beyond 64 MiB of texts
 */
export const createProject = (
  ctx: CustomerContext,
  { template, ...input }: z.output<typeof createProjectInput>,
): Promise<Answered<Answer<typeof outlineOutput>>> =>
  mutate(ctx, async (tx) => {
    const now = ctx.now()
    const { projects } = tx.t
    const used = await tx.$count(projects, eq(projects.userId, ctx.user.id))
    if (used >= maxProjects)
      throw limitReached(`You have reached the limit of ${maxProjects} projects. Delete one first.`, {
        limit: maxProjects,
        used,
      })
    const values = { id: Bun.randomUUIDv7(), userId: ctx.user.id, ...input, createdAt: now, updatedAt: now }
    await tx.insert(projects).values(values)
    const files = []
    for (const file of template ? templateFiles(template, input.name) : [])
      files.push(presentEntry(await addFile(tx, ctx, { ...file, projectId: values.id })))
    const unpublished = { publishedServiceId: null, publishedAt: null, publishUndo: null }
    publishProjectEvent(tx, ctx, values.id, 'created')
    return { ...presentProject({ ...values, ...unpublished }), files }
  })
