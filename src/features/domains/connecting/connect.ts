import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import { claimName } from '#features/names/claim-name.ts'
import { readConnectableName } from '#features/names/read-name.ts'
import { publishDomain } from '#features/zones/domain/publish-domain.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { connectInput } from '../contract/challenge.ts'
import type { domainOutput } from '../contract/contract.ts'
import { unverified } from '../proof/unverified.ts'
import { presentDomain } from '../service/present.ts'
import { insertDomain } from './insert-domain.ts'
import { findRoom } from './room.ts'

/**
 * Adds an unverified domain with a challenge and a zone that is not served yet. Several customers may wait for the same name;
 * it goes to the first who verifies it.
 * @throws INVALID, DOMAIN_IN_USE, LIMIT_REACHED by the plan, NOT_FOUND and WRONG_STATE for a named service
 */
export async function connectDomain(
  ctx: CustomerContext,
  { name, serviceId }: z.output<typeof connectInput>,
): Promise<Answered<Answer<typeof domainOutput>>> {
  const domainName = readConnectableName(ctx, name)
  return claimName(ctx, domainName, async (tx) => {
    const room = await findRoom(tx, ctx, serviceId ?? undefined)
    const row = await insertDomain(tx, ctx, { domainName, serviceId: room, ...unverified(ctx.now()) })
    await auditCaller(tx, ctx, {
      action: 'domain.connect',
      targetType: 'domain',
      targetId: row.id,
      userId: ctx.user.id,
      note: domainName,
      details: { serviceId: room },
    })
    publishDomain(tx, ctx, row)
    return presentDomain({ source: tx, ctx }, row)
  })
}
