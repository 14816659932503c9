import type { Reader, Store, Tx } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import type { InstanceAction } from '../entities/instances/contract.ts'
import type { InstanceRow } from '../entities/instances/server.ts'
import { isResource } from '../entities/own-table.ts'

type Within = { t: Store['t']; read: Pick<Reader, 'select'> }

/** One of the caller's instances, within `tx` locked. @throws NOT_FOUND when it is missing or somebody else's */
export async function findInstance(ctx: CustomerContext, id: string, tx?: Tx): Promise<InstanceRow> {
  const { t, read }: Within = tx ? { t: tx.t, read: tx } : ctx.store
  const query = read
    .select()
    .from(t.cloudInstances)
    .where(isResource(t.cloudInstances, ctx.user.id, id))
  const [instance] = await (tx ? ctx.store.lock(query) : query)
  if (!instance) throw notFound('This instance')
  return instance
}

const needs: Record<InstanceAction, { status: 'running' | 'stopped'; sentence: string }> = {
  start: { status: 'stopped', sentence: 'Only a stopped instance can be started.' },
  stop: { status: 'running', sentence: 'Only a running instance can be stopped.' },
  reboot: { status: 'running', sentence: 'Only a running instance can be rebooted.' },
}

/** @throws WRONG_STATE unless an instance of this status may be started, stopped or rebooted now */
export function assertMayAct(action: InstanceAction, status: string): void {
  if (status === needs[action].status) return
  const sentence =
    status === 'in-progress'
      ? 'The last action on this instance is still in progress.'
      : needs[action].sentence
  throw new DomainError('WRONG_STATE', sentence)
}
