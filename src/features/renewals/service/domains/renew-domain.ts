import type { z } from 'zod'
import { duePaise } from '#features/billing/rules/due-paise.ts'
import { hasEnded } from '#features/services/lifecycle/ended.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate, publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import { toRupees } from '#shared/money/money.ts'
import type { Answer } from '#shared/schema.ts'
import type { renewDomainInput, renewOutput } from '../../contract/contract.ts'
import { assertBilled } from '../../rules/policy.ts'
import { readInvoice } from '../read-invoice.ts'
import { billDomain } from './bill-domain.ts'
import { lockDomain, readOpenOfDomain } from './domain-rows.ts'

/**
 * Bills the next year of one of the caller's domains now; its payment extends the domain.
 * @throws NOT_FOUND, also for a name that is registered at another registrar, WRONG_STATE while an invoice is unpaid, when its
 * service has ended, or where renewals are off
 */
export async function renewDomain(
  ctx: CustomerContext,
  { id }: z.output<typeof renewDomainInput>,
): Promise<Answered<Answer<typeof renewOutput>>> {
  assertBilled(ctx.env)
  return mutate(ctx, async (tx) => {
    const owned = { userId: ctx.user.id, id }
    const domain = await lockDomain(tx, ctx, owned)
    if (!domain?.expiryDate) throw notFound('This domain')
    if (await hasEnded(tx, domain))
      throw new DomainError(
        'WRONG_STATE',
        'The service of this domain has ended, and the domain ends with it.',
      )
    const open = await readOpenOfDomain(tx, owned)
    if (open && (await readInvoice(tx, open)).status === 'open')
      throw new DomainError('WRONG_STATE', 'This domain already has an unpaid invoice. Pay it first.', {
        details: { invoiceId: open.invoiceId },
      })
    if (open)
      throw new DomainError('BUSY', 'Your payment for this domain is being processed. Try again in a moment.')
    const { domainName, expiryDate: startsAt } = domain
    const charge = await billDomain(tx, ctx, { ...owned, domainName, startsAt, kind: 'domainRenewal' })
    publish(tx, ctx, { userId: ctx.user.id, kind: 'renewal', id, status: 'invoice' })
    const invoice = await readInvoice(tx, charge)
    ctx.reply.status = 201
    return {
      invoiceId: invoice.id,
      number: invoice.number,
      amount: toRupees(duePaise(invoice)),
      dueAt: invoice.dueAt,
    }
  })
}
