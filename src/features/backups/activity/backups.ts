import { and, desc, eq, gte, ne, or } from 'drizzle-orm'
import { mostActivities } from '#features/activity/contract.ts'
import { type Activity, nameOf, type Scope } from '#features/activity/scope.ts'
import type { CustomerContext } from '#server/context.ts'

const titles = { full: 'Full backup', files: 'Files backup', database: 'Database backup' } as const
const states = { pending: 'running', completed: 'done', failed: 'failed' } as const

/** Backups requested by a customer or a schedule; a safety copy is part of its restore. */
export async function listBackupActivity(ctx: CustomerContext, scope: Scope): Promise<Activity[]> {
  const { backups: b } = ctx.store.t
  const rows = await ctx.store.read
    .select()
    .from(b)
    .where(
      and(
        eq(b.userId, ctx.user.id),
        ne(b.origin, 'safety'),
        or(gte(b.createdAt, scope.since), eq(b.status, 'pending')),
      ),
    )
    .orderBy(desc(b.createdAt), desc(b.id))
    .limit(mostActivities)
  return rows.map((row) => {
    const state = states[row.status]
    return {
      id: `backup:${row.id}`,
      state,
      title: row.origin === 'schedule' ? `${titles[row.backupType]}, scheduled` : titles[row.backupType],
      subject: nameOf(scope, row.serviceId),
      detail: state === 'failed' ? (row.reason ?? 'The backup could not be created.') : null,
      progress: state === 'running' ? row.progress : null,
      href: `/backups?service=${row.serviceId}`,
      at: row.finishedAt ?? row.createdAt,
    }
  })
}
