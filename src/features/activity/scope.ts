import { and, desc, eq, gte, inArray } from 'drizzle-orm'
import type { Store } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import { serviceLabel } from '#shared/names/site-name.ts'
import type { Answer } from '#shared/schema.ts'
import { after } from '#shared/time.ts'
import { type activityOutput, windowMs } from './contract.ts'

/** One entry; its kind comes from its source. */
export type Activity = Omit<Answer<typeof activityOutput>, 'kind'>

type AuditRow = Pick<
  Store['t']['auditLog']['$inferSelect'],
  'id' | 'at' | 'action' | 'targetId' | 'actorId' | 'note' | 'details'
>

/** One customer's data for all sources, read once. */
export type Scope = {
  since: Date
  services: Map<string, OwnService>
  /** Audit log entries of the sources' actions within the window, newest first. */
  audit: AuditRow[]
}

export type OwnService = Awaited<ReturnType<typeof readServices>>[number]

// A program that restarts its server every minute leaves ten thousand entries in a week.
const mostEntries = 300

async function readServices({ store, user }: CustomerContext) {
  const { userServices: s, pricingPlans } = store.t
  return store.read
    .select({
      id: s.id,
      status: s.status,
      busy: s.busy,
      domain: s.domain,
      plan: pricingPlans.name,
      createdAt: s.createdAt,
      activatedAt: s.activatedAt,
      provisioning: s.provisioningState,
      step: s.provisioningStep,
    })
    .from(s)
    .innerJoin(pricingPlans, eq(pricingPlans.id, s.planId))
    .where(eq(s.userId, user.id))
    .orderBy(desc(s.createdAt), desc(s.id))
}

async function readAudit({ store, user, features }: CustomerContext, since: Date): Promise<AuditRow[]> {
  const { auditLog: a } = store.t
  const actions = features.flatMap(({ activity = [] }) => activity.flatMap((source) => source.actions ?? []))
  return store.read
    .select({
      id: a.id,
      at: a.at,
      action: a.action,
      targetId: a.targetId,
      actorId: a.actorId,
      note: a.note,
      details: a.details,
    })
    .from(a)
    .where(and(eq(a.userId, user.id), gte(a.at, since), inArray(a.action, actions)))
    .orderBy(desc(a.at), desc(a.id))
    .limit(mostEntries)
}

/** Reads the caller's services and recent audit log entries. */
export async function readScope(ctx: CustomerContext): Promise<Scope> {
  const since = after(ctx.now(), -windowMs)
  const [services, audit] = await Promise.all([readServices(ctx), readAudit(ctx, since)])
  return { since, services: new Map(services.map((service) => [service.id, service])), audit }
}

/** How a feature lists its long-running work; `actions` are the audit log entries that it needs. */
export type ActivitySource = {
  kind: string
  actions?: readonly string[]
  list(ctx: CustomerContext, scope: Scope): Promise<Activity[]> | Activity[]
}

/** The service page, which shows the progress. */
export const pageOf = (serviceId: string | null): string | null =>
  serviceId === null ? null : `/server-management/${serviceId}`

const withPlan = (service: OwnService) => ({ ...service, plan: { name: service.plan } })

/** The service's name as its owner sees it. */
export const nameOf = ({ services }: Scope, id: string | null): string => {
  const service = id === null ? undefined : services.get(id)
  return service ? serviceLabel(withPlan(service), [...services.values()].map(withPlan)) : 'A deleted service'
}
