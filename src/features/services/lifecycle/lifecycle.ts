import { and, eq } from 'drizzle-orm'
import { auditWork } from '#db/audit/audit.ts'
import { enqueueJob } from '#db/jobs.ts'
import type { Store, Tx } from '#db/types.ts'
import { publish } from '#server/answers/mutate.ts'
import type { CustomerContext, JobContext } from '#server/context.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import type { DomainName } from '#shared/names/domain-name.ts'
import type { ServiceStatus } from '../contract/contract.ts'
import { keptDays } from '../contract/ended.ts'
import { assignSlug } from './assign-slug.ts'
import { restorableUntil, restoreService } from './ended.ts'
import { notifyOwner } from './notify-owner.ts'

export const provisionKind = 'service.provision'

type ServiceRow = Store['t']['userServices']['$inferSelect']
type Owned = { userId: string; id: string }

const own = (tx: Tx, { userId, id }: Owned) => {
  const { userServices } = tx.t
  return and(eq(userServices.userId, userId), eq(userServices.id, id))
}

const isPending = (tx: Tx, service: Owned) => and(own(tx, service), eq(tx.t.userServices.status, 'pending'))

type Reservation = Owned & { planId: string; orderId: string; domain: DomainName | null; now: Date }

/**
 * Adds a pending service, which represents an order and reserves its domain. Runs in the caller's transaction.
 * @throws Duplicate `user_services_domain_key` when another service has the domain
 */
export async function reserveService(tx: Tx, { now, ...service }: Reservation): Promise<void> {
  await tx.insert(tx.t.userServices).values({ ...service, status: 'pending', createdAt: now, updatedAt: now })
}

/**
 * Starts the provisioning job of a pending service; one run at a time. Runs in the caller's transaction.
 * @throws WRONG_STATE when the service is no longer pending
 */
export async function queueProvisioning(
  tx: Tx,
  service: Owned & { serverIp?: string | null; now: Date },
): Promise<void> {
  const { userId, id, serverIp, now } = service
  const queued = {
    provisioningState: 'queued' as const,
    provisioningStep: null,
    provisioningAttempts: 0,
    provisioningMessage: null,
    updatedAt: now,
    ...(serverIp ? { serverIp } : {}),
  }
  const rows = await tx
    .update(tx.t.userServices)
    .set(queued)
    .where(isPending(tx, service))
    .returning({ id: tx.t.userServices.id })
  if (rows.length === 0) throw new DomainError('WRONG_STATE', 'This service is not waiting for activation.')
  const job = { kind: provisionKind, payload: { userId, serviceId: id }, key: `service:${id}`, relatedId: id }
  await enqueueJob(tx, { ...job, userId, now })
}

type Progress = Partial<
  Pick<
    ServiceRow,
    'serverIp' | 'provisioningState' | 'provisioningStep' | 'provisioningAttempts' | 'provisioningMessage'
  >
>

/** Stores the provisioning progress of a pending service. Runs in the caller's transaction. */
export async function noteProgress(
  tx: Tx,
  service: Owned,
  progress: Progress & { now: Date },
): Promise<void> {
  const { now, ...values } = progress
  await tx
    .update(tx.t.userServices)
    .set({ ...values, updatedAt: now })
    .where(isPending(tx, service))
}

/** Activates a pending service; returns false when it is no longer pending. Runs in the caller's transaction. */
export async function activateService(tx: Tx, service: Owned, now: Date): Promise<boolean> {
  const active = {
    status: 'active' as const,
    provisioningState: null,
    provisioningStep: null,
    provisioningMessage: null,
  }
  const rows = await tx
    .update(tx.t.userServices)
    .set({ ...active, activatedAt: now, updatedAt: now })
    .where(isPending(tx, service))
    .returning({ id: tx.t.userServices.id })
  if (rows.length === 0) return false
  await assignSlug(tx, { ...service, now })
  return true
}

/** Ends the service and frees its domain; it disappears from lists, its data stays for now. Runs in the caller's transaction. */
export async function terminateService(tx: Tx, service: Owned & { now: Date }): Promise<void> {
  const ended = { status: 'terminated' as const, provisioningState: null, updatedAt: service.now }
  await tx.update(tx.t.userServices).set(ended).where(own(tx, service))
}

type Change = {
  action: 'suspend' | 'unsuspend' | 'terminate' | 'restore' | 'retry'
  from: readonly ServiceStatus[]
  refusal: string
  to: ServiceStatus
  apply: (tx: Tx, service: ServiceRow, now: Date) => Promise<unknown>
}

const setStatus =
  (status: ServiceStatus) =>
  (tx: Tx, service: Owned, now: Date): Promise<unknown> =>
    tx
      .update(tx.t.userServices)
      .set({ status, ...(status === 'active' ? { suspendedReason: null } : {}), updatedAt: now })
      .where(own(tx, service))

/** Stops a service whose web server cannot be run. Runs in the caller's transaction. */
export const stopService = setStatus('stopped')

/** Records an observed restart; later decisions stay. Runs in the caller's transaction. */
export async function finishRestart(tx: Tx, service: Owned, now: Date): Promise<void> {
  const { userServices } = tx.t
  const isRestarting = and(own(tx, service), eq(userServices.status, 'restarting'))
  await tx.update(userServices).set({ status: 'active', updatedAt: now }).where(isRestarting)
}

const suspendable = ['active', 'restarting', 'stopped'] as const
const living = ['pending', ...suspendable, 'suspended'] as const

const notRestorable = `Only a service that ran, and ended within the last ${keptDays} days, can be restored.`

const changes = {
  suspend: {
    action: 'suspend',
    from: suspendable,
    refusal: 'Only a running or stopped service can be suspended.',
    to: 'suspended',
    apply: setStatus('suspended'),
  },
  unsuspend: {
    action: 'unsuspend',
    from: ['suspended'],
    refusal: 'This service is not suspended.',
    to: 'active',
    apply: setStatus('active'),
  },
  terminate: {
    action: 'terminate',
    from: living,
    refusal: 'This service has already ended.',
    to: 'terminated',
    apply: (tx, service, now) => terminateService(tx, { userId: service.userId, id: service.id, now }),
  },
  restore: {
    action: 'restore',
    from: ['terminated'],
    refusal: notRestorable,
    to: 'active',
    apply: async (tx, service, now) => {
      if (restorableUntil(service, now) === null) throw new DomainError('WRONG_STATE', notRestorable)
      await restoreService(tx, service, now)
    },
  },
  retry: {
    action: 'retry',
    from: ['pending'],
    refusal: 'Only failed provisioning can be retried.',
    to: 'pending',
    apply: (tx, service, now) => queueProvisioning(tx, { userId: service.userId, id: service.id, now }),
  },
} satisfies Record<string, Change>

/**
 * Changes a service for an administrator or a job, with an audit entry; open screens reload it.
 * @throws NOT_FOUND, WRONG_STATE when the service is not in a status the change starts from
 */
export async function changeService(
  tx: Tx,
  ctx: CustomerContext | JobContext,
  name: keyof typeof changes,
  input: {
    id: string
    reason?: string | null | undefined
    /** The caller notifies the owner, who would otherwise get two notices. */
    isNotified?: true
  },
): Promise<void> {
  const change: Change = changes[name]
  const { userServices } = tx.t
  const [service] = await ctx.store.lock(tx.select().from(userServices).where(eq(userServices.id, input.id)))
  if (!service) throw notFound('This service')
  const isRetryable = name !== 'retry' || service.provisioningState === 'failed'
  if (!change.from.includes(service.status) || !isRetryable)
    throw new DomainError('WRONG_STATE', change.refusal)
  await change.apply(tx, service, ctx.now())
  if (name === 'suspend')
    await tx
      .update(userServices)
      .set({ suspendedReason: input.reason ?? null })
      .where(own(tx, service))
  if (!input.isNotified)
    await notifyOwner(tx, ctx, { change: name, serviceId: service.id, reason: input.reason })
  await auditWork(tx, ctx, {
    action: `service.${change.action}`,
    targetType: 'service',
    targetId: service.id,
    userId: service.userId,
    note: input.reason ?? null,
  })
  publish(tx, ctx, { userId: service.userId, kind: 'service', id: service.id, status: change.to })
}
