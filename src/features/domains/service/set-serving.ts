import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import { fullName } from '#features/zones/contract/record-types.ts'
import { type DomainRow, isDomain, lockDomain } from '#features/zones/domain/own.ts'
import { publishDomain } from '#features/zones/domain/publish-domain.ts'
import { readZone } from '#features/zones/service/zone.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { domainOutput, servingInput } from '../contract/contract.ts'
import { goalOf, isLed } from '../contract/serving.ts'
import { presentDomain } from './present.ts'

type ServingRequest = Omit<z.output<typeof servingInput>, 'id'>

/** Turning it off withdraws it where it was on, because browsers remember it until told otherwise. */
function hstsOf({ hsts }: DomainRow, isOn: boolean | undefined): DomainRow['hsts'] {
  if (isOn === undefined) return hsts
  if (isOn) return 'on'
  return hsts === 'on' ? 'withdrawn' : hsts
}

const refuse = (message: string): never => {
  throw new DomainError('WRONG_STATE', message)
}

function assertSafe({ domainName: name, hsts, ssl, httpsRedirect }: DomainRow, wish: ServingRequest): void {
  if (hsts !== 'on') return
  if (!ssl) refuse(`Turn on SSL for ${name} to use HSTS.`)
  if (httpsRedirect) return
  refuse(
    wish.hsts
      ? `Turn on the HTTPS redirect for ${name} to use HSTS.`
      : `HSTS is on for ${name} and needs the HTTPS redirect. Turn HSTS off first.`,
  )
}

async function assertLed(tx: Tx, domain: DomainRow): Promise<void> {
  const goal = goalOf(domain.www)
  if (goal === null || isLed(await readZone(tx, domain), goal)) return
  const full = fullName(goal, domain.domainName)
  refuse(`${full} has no DNS record yet. Point it to your site first.`)
}

/**
 * Changes the given serving settings of the domain; every node follows within about a second. HSTS that is turned off is
 * withdrawn in every https answer from then on (RFC 6797 section 6.1.1).
 * @throws NOT_FOUND; WRONG_STATE for HSTS without SSL or without the https redirect, and for a name without an address
 */
export const setServing = (
  ctx: CustomerContext,
  { id, ...wish }: z.output<typeof servingInput>,
): Promise<Answered<Answer<typeof domainOutput>>> =>
  mutate(ctx, async (tx) => {
    const before = await lockDomain(tx, ctx, id)
    const set = {
      www: wish.www ?? before.www,
      httpsRedirect: wish.httpsRedirect ?? before.httpsRedirect,
      hsts: hstsOf(before, wish.hsts),
      updatedAt: ctx.now(),
    }
    const after: DomainRow = { ...before, ...set }
    assertSafe(after, wish)
    if (set.www !== before.www) await assertLed(tx, after)
    await tx.update(tx.t.domains).set(set).where(isDomain(ctx, id))
    const changes = Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined))
    await auditCaller(tx, ctx, {
      action: 'domain.serving',
      targetType: 'domain',
      targetId: id,
      userId: ctx.user.id,
      note: before.domainName,
      details: changes,
    })
    publishDomain(tx, ctx, after)
    return presentDomain({ source: tx, ctx }, after)
  })
