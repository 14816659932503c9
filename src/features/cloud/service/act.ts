import type { z } from 'zod'
import type { Tx } from '#db/types.ts'
import type { InstanceAction } from '#features/cloud-accounts/contract/transitions.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate, publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { actInput, instanceOutput } from '../entities/instances/contract.ts'
import { type InstanceRow, instances, presentInstance, runningSince } from '../entities/instances/server.ts'
import { actRemotely } from './act-remotely.ts'
import { beginAction } from './begin-action.ts'
import { measuredOf, storeMetrics } from './measure.ts'
import { meteredOf, settle } from './meter.ts'
import { findInstance } from './own-instance.ts'

/**
 * Starts, stops or reboots one of the caller's instances: its status is `in-progress` until a simulated transition ends,
 * or until a real provider confirms.
 * @throws NOT_FOUND, WRONG_STATE, and for a real provider BAD_GATEWAY or UNAVAILABLE
 */
export async function actOnInstance(
  ctx: CustomerContext,
  { action, resourceId }: z.output<typeof actInput>,
): Promise<Answered<Answer<typeof instanceOutput>>> {
  const found = await findInstance(ctx, resourceId)
  return found.simulated ? actInSimulation(ctx, found.id, action) : actRemotely(ctx, found, action)
}

/** Bills the running time of an instance that stops, and stores its metrics. */
async function endRun(tx: Tx, instance: InstanceRow, now: Date): Promise<void> {
  const from = runningSince(instance)
  if (!from) return
  await settle(tx, meteredOf(instances, instance), { from, to: now })
  for (const resource of measuredOf(instances, [instance])) await storeMetrics(tx, resource, now)
}

/** The end of a simulated action is known immediately: its status and its time. */
const actInSimulation = (ctx: CustomerContext, id: string, action: InstanceAction) =>
  mutate(ctx, async (tx) => {
    const now = ctx.now()
    const transition = ctx.clouds.simulator.transitions[action]
    const { before, change } = await beginAction(tx, ctx, { id, action, transition, now })
    if (action === 'stop') await endRun(tx, before, now)
    const instance = presentInstance({ ...before, ...change }, now)
    publish(tx, ctx, { userId: ctx.user.id, kind: 'cloud', id, status: instance.status })
    return instance
  })
