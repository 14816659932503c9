import { and, desc, eq, gte, or } from 'drizzle-orm'
import type { Activity, Scope } from '#features/activity/scope.ts'
import type { CustomerContext } from '#server/context.ts'
import type { ExportRow } from './export/run.ts'

const states = {
  pending: 'running',
  ready: 'done',
  fetching: 'done',
  fetched: 'done',
  expired: 'done',
  failed: 'failed',
} as const

const present = (row: ExportRow): Activity => ({
  id: `export:${row.id}`,
  state: states[row.status],
  title: 'Data export',
  subject: 'Your account',
  detail: row.status === 'failed' ? row.reason : null,
  progress: null,
  href: '/account/data',
  at: row.finishedAt ?? row.createdAt,
})

/** The caller's exports: pending ones, and those of the last days. */
export async function listExportActivity(
  { store, user }: CustomerContext,
  scope: Scope,
): Promise<Activity[]> {
  const { accountExports: e } = store.t
  const rows = await store.read
    .select()
    .from(e)
    .where(and(eq(e.userId, user.id), or(eq(e.status, 'pending'), gte(e.createdAt, scope.since))))
    .orderBy(desc(e.createdAt))
    .limit(20)
  return rows.map(present)
}
