import type { Source, Tx } from '#db/types.ts'
import type { InstanceAction } from '#features/cloud-accounts/contract/transitions.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, only } from '#shared/errors.ts'
import type { InstanceRow } from '../entities/instances/server.ts'
import { isResource } from '../entities/own-table.ts'

const select = ({ read, t }: Source, { user }: CustomerContext, id: string) =>
  read
    .select()
    .from(t.cloudInstances)
    .where(isResource(t.cloudInstances, user.id, id))

/** One of the caller's instances. @throws NOT_FOUND when it is missing or another user's */
export const findInstance = async (ctx: CustomerContext, id: string): Promise<InstanceRow> =>
  only(await select(ctx.store, ctx, id), 'This instance')

/** The same, locked until the transaction ends. */
export const lockInstance = async (tx: Tx, ctx: CustomerContext, id: string): Promise<InstanceRow> =>
  only(await ctx.store.lock(select(tx, ctx, id)), 'This instance')

const needs: Record<InstanceAction, { status: 'running' | 'stopped'; sentence: string }> = {
  start: { status: 'stopped', sentence: 'Only a stopped instance can be started.' },
  stop: { status: 'running', sentence: 'Only a running instance can be stopped.' },
  reboot: { status: 'running', sentence: 'Only a running instance can be rebooted.' },
}

/** @throws WRONG_STATE unless the action is allowed in this status */
export function assertMayAct(action: InstanceAction, status: string): void {
  if (status === needs[action].status) return
  const sentence =
    status === 'in-progress'
      ? 'The last action on this instance is still in progress.'
      : needs[action].sentence
  throw new DomainError('WRONG_STATE', sentence)
}
