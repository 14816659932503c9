import { and, desc, eq, ne, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import { olderThan, toPage } from '#db/lists/paging.ts'
import { ownerColumns } from '#db/rows/owner.ts'
import type { Source, Tx } from '#db/types.ts'
import type { InvoiceRow, RefundRow } from '#features/billing/context.ts'
import { issueCreditNote } from '#features/billing/service/credit-note.ts'
import { markRefundPaid, planRefund } from '#features/billing/service/refund.ts'
import { inWords } from '#features/billing/service/settle.ts'
import { changeService } from '#features/services/lifecycle/lifecycle.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate, publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, invalid, only } from '#shared/errors.ts'
import { toRupees } from '#shared/money/money.ts'
import type { Answer } from '#shared/schema.ts'
import { addBusinessDays } from '../../contract/business-days.ts'
import type {
  listRefundsInput,
  paidRefundInput,
  previewRefundInput,
  refundInput,
  refundOrderInput,
  refundOutput,
  refundPreviewOutput,
} from '../../contract/contract.ts'
import { daysOfMethod, refundMethods } from '../../contract/refund.ts'
import { calculateRefund } from '../../rules/refund-amount.ts'
import { creditPaidAhead, readPaidAhead } from '../paid-ahead.ts'
import { lockTerm } from '../rows.ts'
import { findInvoice, findOrderInvoice, readCase } from './refund-case.ts'

type RefundRequest = z.output<typeof previewRefundInput>
type Refund = Answer<typeof refundOutput>

async function workOut(
  tx: Tx,
  ctx: CustomerContext,
  { invoiceId, ground, downtimeHours = 0 }: RefundRequest,
) {
  const invoice = await findInvoice(tx, invoiceId)
  const of = await readCase(tx, { invoice, downtimeHours, now: ctx.now() })
  const { userId, serviceId } = invoice
  const outcome = calculateRefund(ground, of)
  const ahead =
    serviceId && outcome.isEligible
      ? await readPaidAhead(tx, { userId, serviceId }, { now: ctx.now(), except: invoice.id })
      : []
  return { invoice, outcome, ahead }
}

/** Note for the reason when prepaid time of an ending service is credited. */
function inAddition(ahead: readonly { paise: number }[]): string {
  const paise = ahead.reduce((sum, each) => sum + each.paise, 0)
  return paise > 0 ? `The service ends: ${inWords(paise)} that was paid ahead becomes account credit.` : ''
}

const expectedBy = (method: keyof typeof daysOfMethod, now: Date) =>
  addBusinessDays(now, daysOfMethod[method][1])

/** Calculates a refund of the invoice on this ground without changing anything. @throws NOT_FOUND */
export const previewRefund = (
  ctx: CustomerContext,
  input: RefundRequest,
): Promise<Answered<Answer<typeof refundPreviewOutput>>> =>
  mutate(ctx, async (tx) => {
    const { invoice, outcome, ahead } = await workOut(tx, ctx, input)
    const { amountPaise, ...rest } = outcome
    return {
      ...rest,
      reason: outcome.reason + inAddition(ahead),
      invoiceId: invoice.id,
      number: invoice.number,
      amount: toRupees(amountPaise),
      methods: refundMethods.map((method) => ({
        method,
        days: daysOfMethod[method].join('–'),
        expectedBy: expectedBy(method, ctx.now()),
      })),
    }
  })

/** Ends the service that the invoice paid for. */
async function endService(tx: Tx, ctx: CustomerContext, { serviceId, userId }: InvoiceRow): Promise<void> {
  if (serviceId === null) return
  const { userServices: s } = tx.t
  await lockTerm(tx, ctx, { userId, serviceId })
  const lives = and(eq(s.userId, userId), eq(s.id, serviceId), ne(s.status, 'terminated'))
  if ((await tx.$count(s, lives)) === 0) return
  await changeService(tx, ctx, 'terminate', { id: serviceId, reason: 'Refunded' })
}

type Payout = {
  invoice: InvoiceRow
  amountPaise: number
  words: string
  /** Left open when the refund method is decided later. */
  method?: keyof typeof daysOfMethod
  /** Prepaid amount of the ending service; null when the service continues. */
  ahead: Awaited<ReturnType<typeof readPaidAhead>> | null
}

/**
 * Writes the credit note of an unpaid refund and the audit entry, ends the service unless it continues, and updates the
 * customer's screens.
 */
async function giveBack(
  tx: Tx,
  ctx: CustomerContext,
  { invoice, amountPaise, words, method, ahead }: Payout,
): Promise<Refund> {
  const { userId, id } = invoice
  if (ahead) {
    await endService(tx, ctx, invoice)
    await creditPaidAhead(tx, ctx, ahead)
  }
  const { id: creditNoteId } = await issueCreditNote(tx, ctx, {
    invoiceId: id,
    amountPaise,
    reason: words,
    to: 'refund',
  })
  if (method) await planRefund(tx, { creditNoteId, method, expectedBy: expectedBy(method, ctx.now()) })
  await auditCaller(tx, ctx, {
    action: 'invoice.refund',
    targetType: 'invoice',
    targetId: id,
    userId,
    note: words,
    details: { amountPaise, ...(method ? { method } : {}) },
  })
  publish(tx, ctx, { userId, kind: 'invoice', id, status: 'credited' })
  return readRefund(tx, eq(tx.t.refunds.creditNoteId, creditNoteId))
}

const select = ({ read, t }: Source) =>
  read
    .select({ refund: t.refunds, user: ownerColumns(t) })
    .from(t.refunds)
    .innerJoin(t.users, eq(t.users.id, t.refunds.userId))

const present = ({ refund, user }: { refund: RefundRow; user: Refund['user'] }): Refund => ({
  id: refund.id,
  invoiceId: refund.invoiceId,
  creditNoteId: refund.creditNoteId,
  user,
  amount: toRupees(refund.amountPaise),
  status: refund.status,
  method: refund.method,
  expectedBy: refund.expectedBy,
  reference: refund.reference,
  createdAt: refund.createdAt,
})

const readRefund = async (tx: Tx, which: SQL): Promise<Refund> =>
  present(only(await select(tx).where(which), 'This refund'))

const reasons = {
  guarantee: 'Money-back guarantee',
  downtime: 'Downtime of more than 48 hours',
  activation: 'Not activated within 7 business days',
  annual: 'Unused months of an annual plan',
} as const

/**
 * Refunds an invoice by a credit note, with a payout to make, and ends the service it paid for.
 * @throws NOT_FOUND, WRONG_STATE when the policy gives nothing, PRICE_CHANGED with `currentAmount`
 */
export const refund = (
  ctx: CustomerContext,
  { method, amount, note, ...asked }: z.output<typeof refundInput>,
): Promise<Answered<Refund>> =>
  mutate(ctx, async (tx) => {
    const { invoice, outcome, ahead } = await workOut(tx, ctx, asked)
    const { isEligible, reason, amountPaise } = outcome
    if (!isEligible) throw new DomainError('WRONG_STATE', reason)
    if (amountPaise !== amount)
      throw new DomainError('PRICE_CHANGED', 'The amount has changed. Check it before you confirm.', {
        details: { currentAmount: toRupees(amountPaise) },
      })
    const words = note ? `${reasons[asked.ground]}. ${note}` : reasons[asked.ground]
    return giveBack(tx, ctx, { invoice, amountPaise, words, method, ahead })
  })

/** Grounds that an order shows automatically, best for the customer first. */
const ofOrders = ['guarantee', 'activation', 'annual'] as const

/** The policy's refund for the invoice's order. @throws WRONG_STATE when it gives nothing */
async function workOutOrder(tx: Tx, ctx: CustomerContext, invoiceId: string) {
  const all = []
  for (const ground of ofOrders) all.push({ ground, ...(await workOut(tx, ctx, { invoiceId, ground })) })
  const found = all.find(({ outcome }) => outcome.isEligible)
  if (!found) {
    const told = [...new Set(all.map(({ outcome }) => outcome.reason))]
    throw new DomainError('WRONG_STATE', told.join(' '))
  }
  return { ahead: found.ahead, amountPaise: found.outcome.amountPaise }
}

/**
 * Refunds an approved order by a credit note, with a payout to make. Without an amount, the policy decides and the service ends;
 * with one, the service continues unless everything paid is refunded.
 * @throws NOT_FOUND, WRONG_STATE when the order was not approved, the policy gives nothing or nothing is left, INVALID for
 *   more than is left
 */
export const refundOrder = (
  ctx: CustomerContext,
  { id, reason, amount }: z.output<typeof refundOrderInput>,
): Promise<Answered<Refund>> =>
  mutate(ctx, async (tx) => {
    const invoice = await findOrderInvoice(tx, id)
    const leftPaise = invoice.paidPaise - invoice.returnedPaise
    if (leftPaise <= 0)
      throw new DomainError('WRONG_STATE', 'This order is unpaid or already refunded in full.')
    if (amount !== undefined && (amount <= 0 || amount > leftPaise))
      throw invalid('amount', `At most ${inWords(leftPaise)} of this order can be refunded.`)
    const { userId, serviceId } = invoice
    const whole = async () => ({
      amountPaise: leftPaise,
      ahead: serviceId
        ? await readPaidAhead(tx, { userId, serviceId }, { now: ctx.now(), except: invoice.id })
        : [],
    })
    const part =
      amount === undefined
        ? await workOutOrder(tx, ctx, invoice.id)
        : amount === leftPaise
          ? await whole()
          : { amountPaise: amount, ahead: null }
    return giveBack(tx, ctx, { invoice, words: reason, ...part })
  })

/** Marks the refund as paid out. @throws NOT_FOUND, WRONG_STATE when it was paid out before */
export const payRefund = (
  ctx: CustomerContext,
  { id, reference }: z.output<typeof paidRefundInput>,
): Promise<Answered<Refund>> =>
  mutate(ctx, async (tx) => {
    const { userId } = await markRefundPaid(tx, { id, reference, now: ctx.now() })
    await auditCaller(tx, ctx, {
      action: 'refund.paid',
      targetType: 'refund',
      targetId: id,
      userId,
      note: reference,
    })
    return readRefund(tx, eq(tx.t.refunds.id, id))
  })

/** Refunds of all customers, newest first. */
export async function listRefunds(
  ctx: CustomerContext,
  { cursor, limit }: z.output<typeof listRefundsInput>,
) {
  const { refunds: r } = ctx.store.t
  const rows = await select(ctx.store)
    .where(olderThan({ at: r.createdAt, id: r.id }, cursor))
    .orderBy(desc(r.createdAt), desc(r.id))
    .limit(limit + 1)
  return toPage(rows, { limit, key: ({ refund: { createdAt: at, id } }) => ({ at, id }), present })
}
