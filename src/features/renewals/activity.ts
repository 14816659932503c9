import { and, desc, eq, gte, inArray } from 'drizzle-orm'
import type { Schema } from '#db/schema/schema.ts'
import { mostActivities } from '#features/activity/contract.ts'
import { type Activity, pageOf, type Scope } from '#features/activity/scope.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { formatDate } from '#shared/time.ts'
import type { dueOutput } from './contract/contract.ts'
import { listDue } from './service/list-due.ts'

type Step = Schema['renewalSteps']['$inferSelect']

/** Steps shown as activity; reminders and the like are mails. */
const told: Record<string, Pick<Activity, 'state' | 'title' | 'detail'>> = {
  suspend: { state: 'failed', title: 'Service suspended', detail: 'Payment is overdue.' },
  resume: { state: 'done', title: 'Service reactivated', detail: null },
  terminate: { state: 'failed', title: 'Service ended', detail: 'It was not paid.' },
  expire: { state: 'failed', title: 'Domain expired', detail: 'Its renewal was not paid.' },
  plan: { state: 'done', title: 'Plan changed', detail: null },
}

const titles: Record<Answer<typeof dueOutput>['kind'], string> = {
  renewal: 'Next term',
  planChange: 'Plan change',
  domain: 'Registration',
  domainRenewal: 'Renewal',
}

const hrefOf = (domainId: string | null, serviceId: string | null): string | null =>
  domainId === null ? pageOf(serviceId) : `/domains?domain=${domainId}`

const ofDue = (due: Answer<typeof dueOutput>, since: Date): Activity => ({
  id: `renewal:${due.id}`,
  state: 'waiting',
  title: titles[due.kind],
  subject: due.name,
  detail: `${due.number} ${due.isOverdue ? 'was due on' : 'is due by'} ${formatDate(due.dueAt)}.`,
  progress: null,
  href: hrefOf(due.domainId, due.serviceId),
  at: since,
})

const ofStep = ({ id, step, name, serviceId, domainId, at }: Step): Activity[] => {
  const saying = told[step]
  return saying
    ? [
        {
          ...saying,
          id: `renewal:${id}`,
          subject: name,
          progress: null,
          href: hrefOf(domainId, serviceId),
          at,
        },
      ]
    : []
}

async function readIssued(
  { store, user }: CustomerContext,
  ids: readonly string[],
): Promise<Map<string, Date>> {
  const { renewalCharges: c } = store.t
  const rows = await store.read
    .select({ id: c.id, issuedAt: c.issuedAt })
    .from(c)
    .where(and(eq(c.userId, user.id), inArray(c.id, [...ids])))
  return new Map(rows.map(({ id, issuedAt }) => [id, issuedAt]))
}

/** Unpaid invoices, and recent steps because of time or money. */
export async function listRenewalActivity(ctx: CustomerContext, { since }: Scope): Promise<Activity[]> {
  const due = (await listDue(ctx)).slice(0, mostActivities)
  const issued = await readIssued(
    ctx,
    due.map(({ id }) => id),
  )
  const { renewalSteps: s } = ctx.store.t
  const steps = await ctx.store.read
    .select()
    .from(s)
    .where(and(eq(s.userId, ctx.user.id), gte(s.at, since), inArray(s.step, Object.keys(told))))
    .orderBy(desc(s.at), desc(s.id))
    .limit(mostActivities)
  return [...due.map((each) => ofDue(each, issued.get(each.id) ?? ctx.now())), ...steps.flatMap(ofStep)]
}
