import { appendAudit } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import { findRival, hasDomain } from '#features/names/claim-name.ts'
import { assertNoMailName } from '#features/names/mail-names.ts'
import { readConnectableName } from '#features/names/read-name.ts'
import { publishDomain } from '#features/zones/domain/publish-domain.ts'
import type { OwnerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { DomainName } from '#shared/names/domain-name.ts'
import { unverified } from '../proof/unverified.ts'
import { insertDomain } from './insert-domain.ts'
import { findRoom } from './room.ts'

type OrderedDomain = { serviceId: string; domain: DomainName }

/** Why a name cannot be connected, as a sentence; null when it can. */
async function findObstacle(tx: Tx, ctx: OwnerContext, { serviceId, domain }: OrderedDomain) {
  try {
    readConnectableName(ctx, domain)
    await assertNoMailName(tx, { field: 'name', name: domain })
    await findRoom(tx, ctx, serviceId)
    return findRival(tx, { name: domain, userId: ctx.user.id })
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}

/**
 * Connects the domain that was ordered with a service, unless its owner already has it. A failure does not fail the service's
 * activation, and is recorded in the audit log. Runs in the caller's transaction, in which the service is active.
 */
export async function connectOrdered(tx: Tx, ctx: OwnerContext, ordered: OrderedDomain): Promise<void> {
  const { serviceId, domain: name } = ordered
  const { id: userId } = ctx.user
  if (await hasDomain(tx, { name, userId })) return
  const obstacle = await findObstacle(tx, ctx, ordered)
  const now = ctx.now()
  const row =
    obstacle === null
      ? await insertDomain(tx, ctx, { domainName: name, serviceId, ...unverified(now) })
      : null
  await appendAudit(tx, {
    at: now,
    actorId: null,
    action: 'domain.connect',
    targetType: row ? 'domain' : 'service',
    targetId: row?.id ?? serviceId,
    userId,
    note: obstacle === null ? name : `${name} was not connected. ${obstacle}`,
    details: { serviceId },
  })
  if (row) publishDomain(tx, ctx, row)
}
