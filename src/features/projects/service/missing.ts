import { and, asc, eq, inArray } from 'drizzle-orm'
import { findOnSite } from '#features/files/ingest/publish.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { maxListedBytes, type missingOutput, mostMissing } from '../contract/contract.ts'
import { typeOfName } from '../contract/kinds.ts'
import { referencesOf } from '../contract/references.ts'
import { findProject } from './own.ts'

/** The first saved pages of a project, up to 4 MiB together. */
async function readPages(ctx: CustomerContext, projectId: string) {
  const { projectFiles: t } = ctx.store.t
  const own = and(eq(t.userId, ctx.user.id), eq(t.projectId, projectId))
  const files = await ctx.store.read
    .select({ id: t.id, name: t.name, type: t.type, size: t.size })
    .from(t)
    .where(own)
    .orderBy(asc(t.createdAt), asc(t.id))
  let left = maxListedBytes
  const fitting = files.filter(({ type, size }) => {
    if (type !== 'html') return false
    left -= size
    return left >= 0
  })
  const ids = fitting.map(({ id }) => id)
  const pages =
    ids.length === 0
      ? []
      : await ctx.store.read
          .select({ name: t.name, content: t.content })
          .from(t)
          .where(and(eq(t.userId, ctx.user.id), inArray(t.id, ids)))
          .orderBy(asc(t.name))
  return { pages, names: new Set(files.map(({ name }) => name)) }
}

/**
 * Files that the project's saved pages refer to and that neither it nor its site has, each with those pages.
 * @throws NOT_FOUND
 */
export async function listMissing(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answer<typeof missingOutput>> {
  const project = await findProject(ctx, id)
  const { pages, names } = await readPages(ctx, project.id)
  const missing = new Map<string, string[]>()
  for (const { name, content } of pages)
    for (const path of referencesOf(content))
      if (!names.has(path)) missing.set(path, [...(missing.get(path) ?? []), name])
  const { publishedServiceId: serviceId } = project
  if (serviceId !== null && missing.size > 0)
    for (const path of await findOnSite(ctx, serviceId, [...missing.keys()])) missing.delete(path)
  return [...missing].slice(0, mostMissing).map(([path, pages]) => ({
    path,
    pages,
    type: path.includes('/') || path.includes(':') ? null : (typeOfName(path) ?? null),
  }))
}
