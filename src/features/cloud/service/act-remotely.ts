import { and, eq } from 'drizzle-orm'
import { refreshSoon } from '#features/cloud-accounts/accounts/schedule.ts'
import type { InstanceAction, Transition } from '#features/cloud-accounts/contract/transitions.ts'
import { raiseRevision } from '#features/cloud-accounts/revision.ts'
import { actAtProvider, openProvider } from '#features/cloud-accounts/service/act-at-provider.ts'
import { mutate, publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { type InstanceRow, presentInstance } from '../entities/instances/server.ts'
import { isResource } from '../entities/own-table.ts'
import { beginAction } from './begin-action.ts'

/** Marks the instance as in progress before the provider is called, so that a second click is refused. */
function begin(
  ctx: CustomerContext,
  { id }: InstanceRow,
  action: InstanceAction,
  transition: Transition,
): Promise<InstanceRow> {
  return ctx.store.tx(async (tx) => {
    const now = ctx.now()
    const { before } = await beginAction(tx, ctx, { id, action, transition, now })
    await refreshSoon(tx, before, now)
    return before
  })
}

/** The provider refused: restores the old status, unless a refresh has already changed it. */
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

/**
 * Asks the provider to start, stop or reboot the instance, whose status is `in-progress` until a refresh confirms.
 * @throws WRONG_STATE also when the provider refuses, UNAVAILABLE without an answer within ten seconds, BAD_GATEWAY
 */
export async function actRemotely(ctx: CustomerContext, instance: InstanceRow, action: InstanceAction) {
  const opened = await openProvider(ctx, instance.providerId)
  const before = await begin(ctx, instance, action, opened.driver.transitions[action])
  try {
    await actAtProvider(opened, before.instanceId, action)
  } catch (error) {
    await revert(ctx, before)
    throw error
  }
  // Only after the provider agreed, or a replay would report success too early.
  const shown = presentInstance({ ...before, status: 'in-progress' }, ctx.now())
  return mutate(ctx, async (tx) => {
    publish(tx, ctx, { userId: ctx.user.id, kind: 'cloud', id: shown.id, status: shown.status })
    return shown
  })
}
