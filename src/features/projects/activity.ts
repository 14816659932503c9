import { and, desc, eq, gte } from 'drizzle-orm'
import { mostActivities } from '#features/activity/contract.ts'
import { type Activity, nameOf, type Scope } from '#features/activity/scope.ts'
import type { CustomerContext } from '#server/context.ts'

/** The last publish of each project. A refused publish fails immediately and leaves no entry. */
export async function listPublishActivity(ctx: CustomerContext, scope: Scope): Promise<Activity[]> {
  const { projects: p } = ctx.store.t
  const rows = await ctx.store.read
    .select({ id: p.id, name: p.name, serviceId: p.publishedServiceId, at: p.publishedAt })
    .from(p)
    .where(and(eq(p.userId, ctx.user.id), gte(p.publishedAt, scope.since)))
    .orderBy(desc(p.publishedAt), desc(p.id))
    .limit(mostActivities)
  return rows.flatMap(({ id, name, serviceId, at }) =>
    at === null
      ? []
      : [
          {
            id: `publish:${id}`,
            state: 'done' as const,
            title: `Publish to ${nameOf(scope, serviceId)}`,
            subject: name,
            detail: null,
            progress: null,
            href: `/projects?project=${id}`,
            at,
          },
        ],
  )
}
