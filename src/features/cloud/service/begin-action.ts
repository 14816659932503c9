import type { Tx } from '#db/types.ts'
import {
  type InstanceAction,
  statusAt,
  type Transition,
} from '#features/cloud-accounts/contract/transitions.ts'
import { raiseRevision } from '#features/cloud-accounts/revision.ts'
import { auditCloud } from '#features/cloud-accounts/service/audit-cloud.ts'
import type { CustomerContext } from '#server/context.ts'
import { after } from '#shared/time.ts'
import type { InstanceRow } from '../entities/instances/server.ts'
import { isResource } from '../entities/own-table.ts'
import { assertMayAct, lockInstance } from './own-instance.ts'

type ActionRequest = { id: string; action: InstanceAction; transition: Transition; now: Date }
type StartedAction = { before: InstanceRow; change: Partial<InstanceRow> & { status: string } }

/**
 * Marks the instance as in progress, with an audit entry. A transition without an end time ends when a refresh shows it,
 * which until then ignores outdated lists. Part of the caller's transaction. @throws NOT_FOUND, WRONG_STATE
 */
export async function beginAction(
  tx: Tx,
  ctx: CustomerContext,
  { id, action, transition: { endsIn, ms }, now }: ActionRequest,
): Promise<StartedAction> {
  const dueAt = ms === null ? null : after(now, ms)
  await raiseRevision(tx, { userId: ctx.user.id, now, ...(dueAt ? { dueAt: dueAt.getTime() } : {}) })
  const before = await lockInstance(tx, ctx, id)
  assertMayAct(action, statusAt(before, now))
  const change = {
    status: 'in-progress',
    nextStatus: endsIn,
    nextStatusAt: dueAt,
    updatedAt: now,
    ...(dueAt && action === 'start' ? { launchedAt: dueAt } : {}),
  }
  const { cloudInstances } = tx.t
  await tx
    .update(cloudInstances)
    .set(change)
    .where(isResource(cloudInstances, ctx.user.id, id))
  await auditCloud(tx, ctx, {
    action: `cloud.instance.${action}`,
    targetType: 'cloud_instance',
    targetId: id,
    note: before.name,
  })
  return { before, change }
}
