import type { z } from 'zod'
import type { Tx } from '#db/store.ts'
import type { Answered } from '#server/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { after } from '#shared/time.ts'
import type { actInput, InstanceAction, instanceOutput } from '../contract.ts'
import { statusAt, transitions } from '../drivers/simulator.ts'
import { actRemotely } from './act-remotely.ts'
import { auditCloud } from './audit-cloud.ts'
import { runningSince } from './costs.ts'
import { isResource } from './details.ts'
import { keepFigures } from './measure.ts'
import { settle } from './meter.ts'
import { assertMayAct, findInstance, type InstanceRow } from './own-instance.ts'
import { presentInstance } from './present.ts'
import { raiseRevision } from './revision.ts'

/**
 * One of the caller's instances is being started, stopped or rebooted: its status is `in-progress` until a simulated one's
 * time is over, or until a real one's provider confirms.
 * @throws NOT_FOUND, WRONG_STATE, and for a real provider BAD_GATEWAY or UNAVAILABLE
 */
export async function actOnInstance(
  ctx: CustomerContext,
  { action, resourceId }: z.output<typeof actInput>,
): Promise<Answered<Answer<typeof instanceOutput>>> {
  const found = await findInstance(ctx, resourceId)
  const instance = found.simulated
    ? await actInSimulation(ctx, found.id, action)
    : await actRemotely(ctx, found, action)
  ctx.events.publish({ userId: ctx.user.id, kind: 'cloud', id: instance.id, status: instance.status })
  return instance
}

/** What a stopping machine ran for is on its bill, and what it showed meanwhile is stored. */
async function endRun(tx: Tx, instance: InstanceRow, now: Date): Promise<void> {
  const from = runningSince(instance)
  if (!from) return
  const resource = { ...instance, resourceType: 'instance' as const }
  await settle(tx, { ...resource, priceType: instance.instanceType, service: 'Compute' }, { from, to: now })
  await keepFigures(tx, { ...resource, since: from }, now)
}

async function actInSimulation(ctx: CustomerContext, id: string, action: InstanceAction) {
  const { ms, endsIn } = transitions[action]
  return ctx.store.tx(async (tx) => {
    const now = ctx.now()
    const dueAt = after(now, ms)
    await raiseRevision(tx, { userId: ctx.user.id, now, dueAt: dueAt.getTime() })
    const before = await findInstance(ctx, id, tx)
    assertMayAct(action, statusAt(before, now))
    if (action === 'stop') await endRun(tx, before, now)
    const change = {
      status: 'in-progress',
      nextStatus: endsIn,
      nextStatusAt: dueAt,
      updatedAt: now,
      ...(action === 'start' ? { launchedAt: dueAt } : {}),
    }
    const { cloudInstances } = tx.t
    await tx
      .update(cloudInstances)
      .set(change)
      .where(isResource(ctx, cloudInstances, id))
    await auditCloud(tx, ctx, {
      action: `cloud.instance.${action}`,
      targetType: 'cloud_instance',
      targetId: id,
      note: before.name,
    })
    return ctx.answerIn(tx, presentInstance({ ...before, ...change }, now))
  })
}
