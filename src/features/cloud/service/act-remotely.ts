import { and, eq } from 'drizzle-orm'
import type { CustomerContext } from '#server/context.ts'
import { mutate, publish } from '#server/mutate.ts'
import { DomainError } from '#shared/errors.ts'
import { second } from '#shared/time.ts'
import { isAccount, openAccount } from '../accounts/account.ts'
import { refreshSoon } from '../accounts/schedule.ts'
import {
  type CloudAccount,
  type CloudDriver,
  ProviderRefused,
  ProviderUnavailable,
} from '../drivers/driver.ts'
import { driverOf } from '../drivers/registry.ts'
import type { InstanceAction } from '../entities/instances/contract.ts'
import { type InstanceRow, presentInstance } from '../entities/instances/server.ts'
import { isResource } from '../entities/own-table.ts'
import { raiseRevision } from '../revision.ts'
import { beginAction } from './begin-action.ts'

const longestMs = 10 * second
const slow = 'The provider did not answer in time. The next refresh shows what became of it.'

type Opened = { driver: CloudDriver; account: CloudAccount }

/** The driver and the keys of the provider an instance is at. @throws WRONG_STATE when it is switched off or has no keys */
async function openProvider(ctx: CustomerContext, { userId, providerId }: InstanceRow): Promise<Opened> {
  const { cloudProviders } = ctx.store.t
  const [provider] = await ctx.store.read
    .select()
    .from(cloudProviders)
    .where(isAccount(ctx.store.t, { userId, id: providerId }))
  const driver = provider?.isActive ? driverOf(ctx.clouds, provider.name) : null
  const account = provider && openAccount(ctx.secrets, provider)
  if (!driver || !account)
    throw new DomainError('WRONG_STATE', 'The provider of this instance is not connected.')
  return { driver, account }
}

/** The instance is in progress before the provider is asked: a second click finds it so. */
function begin(
  ctx: CustomerContext,
  { id }: InstanceRow,
  action: InstanceAction,
  driver: CloudDriver,
): Promise<InstanceRow> {
  return ctx.store.tx(async (tx) => {
    const now = ctx.now()
    const transition = driver.transitions[action]
    const { before } = await beginAction(tx, ctx, { id, action, transition, now })
    await refreshSoon(tx, before, now)
    return before
  })
}

/** The provider did not agree: the instance is what it was, unless a refresh knows better by now. */
async function revert(ctx: CustomerContext, { id, status }: InstanceRow): Promise<void> {
  await ctx.store.tx(async (tx) => {
    const now = ctx.now()
    await raiseRevision(tx, { userId: ctx.user.id, now })
    const { cloudInstances } = tx.t
    const isStillSo = and(
      isResource(cloudInstances, ctx.user.id, id),
      eq(cloudInstances.status, 'in-progress'),
    )
    await tx.update(cloudInstances).set({ status, nextStatus: null, updatedAt: now }).where(isStillSo)
  })
}

/** Rejects as unavailable when `work` takes longer than a caller waits for. */
export async function withinTime(work: Promise<void>, ms = longestMs): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new ProviderUnavailable(slow)), ms)
  await Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/** A provider's refusal in the form for the caller; anything else is a server error. */
function explain(error: unknown): unknown {
  if (error instanceof ProviderUnavailable) {
    const { retryAfterMs } = error
    const wait = retryAfterMs === null ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / second) }
    return new DomainError('UNAVAILABLE', error.message, { ...wait, cause: error })
  }
  if (!(error instanceof ProviderRefused)) return error
  const code = error.reason === 'request' ? 'BAD_GATEWAY' : 'WRONG_STATE'
  return new DomainError(code, error.message, { cause: error })
}

/**
 * The provider was asked to start, stop or reboot the instance, whose status is `in-progress` until a refresh confirms.
 * @throws WRONG_STATE also for what the provider refuses, UNAVAILABLE when it does not answer within ten seconds, BAD_GATEWAY
 */
export async function actRemotely(ctx: CustomerContext, instance: InstanceRow, action: InstanceAction) {
  const { driver, account } = await openProvider(ctx, instance)
  const before = await begin(ctx, instance, action, driver)
  try {
    await withinTime(driver.act(account, before.instanceId, action))
  } catch (error) {
    await revert(ctx, before)
    throw explain(error)
  }
  // Not before the provider has agreed: a replay would hear that it had.
  const asked = presentInstance({ ...before, status: 'in-progress' }, ctx.now())
  return mutate(ctx, async (tx) => {
    publish(tx, ctx, { userId: ctx.user.id, kind: 'cloud', id: asked.id, status: asked.status })
    return asked
  })
}
