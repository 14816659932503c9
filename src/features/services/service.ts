import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { maxRows, olderThan, toArray, toPage } from '#db/lists/paging.ts'
import { ownerColumns } from '#db/rows/owner.ts'
import { assertShared, ofShared } from '#db/rows/shared-service.ts'
import { readUnchanged } from '#db/store.ts'
import type { Source, Store, Tx } from '#db/types.ts'
import type { PlanLimits } from '#features/catalogue/contract/contract.ts'
import type { Context, CustomerContext, Deps, OwnerContext } from '#server/context.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import { toRupees } from '#shared/money/money.ts'
import type { Answer, Page } from '#shared/schema.ts'
import type { serviceOutput } from './contract/contract.ts'
import { type Gate, gateOf } from './contract/gate.ts'
import { siteUrls } from './site-url.ts'

type Service = Answer<typeof serviceOutput>

type ServiceRow = Store['t']['userServices']['$inferSelect']

/** Columns of a service in answers: in a polled list every column counts. */
const columnsOf = ({ t: { userServices } }: Pick<Store, 't'>) => ({
  id: userServices.id,
  status: userServices.status,
  planId: userServices.planId,
  name: userServices.name,
  domain: userServices.domain,
  slug: userServices.slug,
  serverIp: userServices.serverIp,
  autoRestart: userServices.autoRestart,
  provisioningState: userServices.provisioningState,
  provisioningStep: userServices.provisioningStep,
  provisioningAttempts: userServices.provisioningAttempts,
  provisioningMessage: userServices.provisioningMessage,
  suspendedReason: userServices.suspendedReason,
  createdAt: userServices.createdAt,
})

/** A service with the plan and category of its order; the columns that every answer about a service needs. */
export const selectServices = (store: Source) => {
  const { userServices, pricingPlans, serviceCategories } = store.t
  return store.read
    .select({
      service: columnsOf(store),
      plan: { id: pricingPlans.id, name: pricingPlans.name, pricePaise: pricingPlans.pricePaise },
      category: { id: serviceCategories.id, name: serviceCategories.name },
    })
    .from(userServices)
    .innerJoin(pricingPlans, eq(pricingPlans.id, userServices.planId))
    .innerJoin(serviceCategories, eq(serviceCategories.id, pricingPlans.categoryId))
}

/** Services with their owner, for administrators. */
export const selectServicesWithOwner = (store: Source) => {
  const { userServices, users, pricingPlans, serviceCategories } = store.t
  return store.read
    .select({
      service: userServices,
      plan: { id: pricingPlans.id, name: pricingPlans.name, pricePaise: pricingPlans.pricePaise },
      category: { id: serviceCategories.id, name: serviceCategories.name },
      user: ownerColumns(store.t),
    })
    .from(userServices)
    .innerJoin(pricingPlans, eq(pricingPlans.id, userServices.planId))
    .innerJoin(serviceCategories, eq(serviceCategories.id, pricingPlans.categoryId))
    .innerJoin(users, eq(users.id, userServices.userId))
}

const listed = (store: Store) => ne(store.t.userServices.status, 'terminated')

export const ownServices = (store: Store) => {
  const { userServices } = store.t
  return selectServices(store)
    .where(and(eq(userServices.userId, sql.placeholder('userId')), listed(store)))
    .orderBy(desc(userServices.createdAt), desc(userServices.id))
    .limit(maxRows)
    .prepare('own_services')
}

const ownStatuses = (store: Store) => {
  const { userServices } = store.t
  return store.read
    .select({ status: userServices.status })
    .from(userServices)
    .where(and(eq(userServices.userId, sql.placeholder('userId')), listed(store)))
    .prepare('own_service_statuses')
}

type Joined = {
  service: Pick<ServiceRow, keyof ReturnType<typeof columnsOf>>
  plan: { id: string; name: string; pricePaise: number }
  category: { id: string; name: string }
}

/** A service in wire format: one shape for both paths. */
export const presentService = (
  ctx: Pick<Deps, 'sitesOrigin'>,
  { service, plan, category }: Joined,
): Service => ({
  id: service.id,
  status: service.status,
  planId: service.planId,
  plan: { id: plan.id, name: plan.name, price: toRupees(plan.pricePaise) },
  category,
  name: service.name,
  domain: service.domain,
  serverIp: service.serverIp,
  autoRestart: service.autoRestart,
  provisioning:
    service.provisioningState === null
      ? null
      : {
          state: service.provisioningState,
          step: service.provisioningStep,
          attempts: service.provisioningAttempts,
          message: service.provisioningMessage,
        },
  ...siteUrls(ctx, service),
  suspendedReason: service.suspendedReason,
  createdAt: service.createdAt,
})

/** The caller's services, newest first, all or a page of them; terminated ones are not listed. */
export async function listServices(ctx: CustomerContext, page: Page = {}): Promise<Service[]> {
  if (page.limit === undefined && page.cursor === undefined && !ctx.shared) {
    const rows = await readUnchanged(ctx.store, ownServices, { userId: ctx.user.id })
    return rows.map((row) => presentService(ctx, row))
  }
  const { userServices } = ctx.store.t
  const limit = page.limit ?? maxRows
  const older = olderThan({ at: userServices.createdAt, id: userServices.id }, page.cursor)
  const rows = await selectServices(ctx.store)
    .where(
      and(eq(userServices.userId, ctx.user.id), listed(ctx.store), older, ofShared(ctx, userServices.id)),
    )
    .orderBy(desc(userServices.createdAt), desc(userServices.id))
    .limit(limit + 1)
  const key = ({ service }: Joined) => ({ at: service.createdAt, id: service.id })
  return toArray(toPage(rows, { limit, key, present: (row) => presentService(ctx, row) }), ctx.reply.headers)
}

/** One of the caller's services. @throws NOT_FOUND when it is missing, terminated or another customer's. */
export async function getService(ctx: CustomerContext, input: { id: string }): Promise<Service> {
  assertShared(ctx, input.id)
  const { userServices } = ctx.store.t
  const own = and(eq(userServices.userId, ctx.user.id), eq(userServices.id, input.id), listed(ctx.store))
  const [row] = await selectServices(ctx.store).where(own)
  if (!row) throw notFound('This service')
  return presentService(ctx, row)
}

export type OwnService = Pick<ServiceRow, 'id' | 'userId' | 'status' | 'busy' | 'diskBytes'> & {
  limits: PlanLimits
  planName: string
}

/**
 * The caller's service with its plan's limits, locked in `tx` for changes to its files, backups and the like.
 * @throws NOT_FOUND when it is missing or another customer's, WRONG_STATE unless it is active, BUSY while it is being restored
 */
export async function lockActiveService(tx: Tx, ctx: OwnerContext, id: string): Promise<OwnService> {
  assertShared(ctx, id)
  const { userServices, pricingPlans } = tx.t
  const { userId, status, busy, diskBytes, planId } = userServices
  const own = and(eq(userId, ctx.user.id), eq(userServices.id, id), ne(status, 'terminated'))
  const [service] = await ctx.store.lock(
    tx.select({ id: userServices.id, userId, status, busy, diskBytes, planId }).from(userServices).where(own),
  )
  if (!service) throw notFound('This service')
  if (service.status !== 'active') throw new DomainError('WRONG_STATE', 'This service is not active.')
  if (service.busy)
    throw new DomainError('BUSY', 'This service is being restored. Try again when that is done.')
  const [plan] = await tx
    .select({ limits: pricingPlans.limits, planName: pricingPlans.name })
    .from(pricingPlans)
    .where(eq(pricingPlans.id, service.planId))
  if (!plan) throw notFound('This service')
  return { ...service, ...plan }
}

/** Checks the service filter of a list. @throws NOT_FOUND when it is missing, has ended, or is another customer's */
export async function assertOwnService(ctx: CustomerContext, id: string | undefined): Promise<void> {
  if (id === undefined) return
  assertShared(ctx, id)
  const { store, user } = ctx
  const { userServices } = store.t
  const own = and(eq(userServices.userId, user.id), eq(userServices.id, id), listed(store))
  if ((await store.read.$count(userServices, own)) === 0) throw notFound('This service')
}

/** Whether the caller has an active service; for a member, whether the shared one is active. */
export async function hasActiveService(ctx: Context): Promise<boolean> {
  if (!ctx.user) return false
  if (ctx.shared) {
    const { userServices: s } = ctx.store.t
    const isIt = and(eq(s.userId, ctx.user.id), eq(s.id, ctx.shared.serviceId), eq(s.status, 'active'))
    return (await ctx.store.read.$count(s, isIt)) > 0
  }
  const rows = await readUnchanged(ctx.store, ownStatuses, { userId: ctx.user.id })
  return rows.some((row) => row.status === 'active')
}

/** The caller's target of the home gate. */
export async function readGate(ctx: CustomerContext): Promise<Gate> {
  return gateOf(ctx.user, await readUnchanged(ctx.store, ownStatuses, { userId: ctx.user.id }))
}
