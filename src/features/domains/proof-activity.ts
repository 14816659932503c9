import { and, desc, eq, gte, isNotNull, or } from 'drizzle-orm'
import { mostActivities } from '#features/activity/contract.ts'
import type { Activity, Scope } from '#features/activity/scope.ts'
import { challengeName } from '#features/names/contract/challenge-name.ts'
import type { DomainRow } from '#features/zones/domain/own.ts'
import type { CustomerContext } from '#server/context.ts'
import { showName } from '#shared/names/show-name.ts'

function progressOf({ challenge, status, domainName, problem, ...at }: DomainRow) {
  if (challenge === null) return { state: 'done' as const, detail: null, at: at.verifiedAt ?? at.createdAt }
  if (status === 'error') return { state: 'failed' as const, detail: problem, at: at.updatedAt }
  const detail = problem ?? `Waiting for the TXT record at ${challengeName(domainName)}.`
  return { state: 'waiting' as const, detail, at: at.createdAt }
}

/** Connected domains that are not verified yet. */
export async function listProofActivity(ctx: CustomerContext, scope: Scope): Promise<Activity[]> {
  const { domains: d } = ctx.store.t
  const rows = await ctx.store.read
    .select()
    .from(d)
    .where(and(eq(d.userId, ctx.user.id), or(isNotNull(d.challenge), gte(d.verifiedAt, scope.since))))
    .orderBy(desc(d.createdAt), desc(d.id))
    .limit(mostActivities)
  return rows.map((row) => ({
    id: `domain:${row.id}`,
    title: 'Connect a domain',
    subject: showName(row.domainName),
    progress: null,
    href: `/domains?domain=${row.id}`,
    ...progressOf(row),
  }))
}
