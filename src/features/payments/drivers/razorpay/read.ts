import { z } from 'zod'
import type { PaymentEventFacts } from '#db/schema/business/payments.ts'
import { second } from '#shared/time.ts'
import { ProviderFailure, type ProviderLink, type ProviderRefund } from '../provider.ts'

const name = z.string().min(1).max(64)
const paise = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** A payment in a link's list ("Payment Links Entity" of Razorpay's documentation). */
const payment = z.object({
  payment_id: name,
  amount: paise,
  status: z.string(),
  created_at: z.number().int().nullish(),
})

const link = z.object({
  id: name,
  short_url: z.string().max(2_000),
  amount: paise,
  currency: z.string(),
  status: z.string(),
  reference_id: z.string().nullish(),
  payments: z.union([z.array(payment), payment.transform((one) => [one])]).nullish(),
})

export type RazorpayLink = z.output<typeof link>

const refund = z.object({ id: name, status: z.string(), receipt: z.string().nullish(), amount: paise })
export type RazorpayRefund = z.output<typeof refund>

const readBy =
  <T extends z.ZodType>(schema: T) =>
  (value: unknown): z.output<T> => {
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    throw new ProviderFailure('Razorpay sent an invalid response.', true)
  }

export const readLink = readBy(link)
export const readLinks = readBy(z.object({ payment_links: z.array(link) }))
export const readRefund = readBy(refund)
export const readRefunds = readBy(z.object({ items: z.array(refund) }))

// `partially_paid` and unknown statuses can still be paid.
const states: Record<string, ProviderLink['state']> = { paid: 'paid', expired: 'ended', cancelled: 'ended' }

export const asLink = (found: RazorpayLink): ProviderLink => ({
  id: found.id,
  url: found.short_url,
  amountPaise: found.amount,
  state: states[found.status] ?? 'open',
  payments: (found.payments ?? [])
    .filter(({ status }) => status === 'captured')
    .map(({ payment_id, amount, created_at }) => ({
      id: payment_id,
      amountPaise: found.currency === 'INR' ? amount : null,
      paidAt: new Date((created_at ?? 0) * second),
    })),
})

const refundStates: Record<string, ProviderRefund['state']> = { processed: 'paid', failed: 'failed' }

export const asRefund = ({ id, status }: RazorpayRefund): ProviderRefund => ({
  id,
  state: refundStates[status] ?? 'waiting',
})

const entity = <T extends z.ZodRawShape>(shape: T) =>
  z
    .object({ entity: z.object(shape) })
    .nullish()
    .catch(null)

// Ids and currencies: a format that every database accepts.
const maybeText = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .nullish()
  .catch(null)

const event = z.object({
  event: z.string().regex(/^[\w.]{1,100}$/),
  payload: z
    .object({
      payment_link: entity({ id: maybeText, reference_id: maybeText }),
      payment: entity({
        id: maybeText,
        amount: paise.nullish().catch(null),
        currency: maybeText,
        status: maybeText,
      }),
      refund: entity({
        id: maybeText,
        payment_id: maybeText,
        amount: paise.nullish().catch(null),
      }),
    })
    .catch({}),
})

/** The used fields of a Razorpay event; null when it is none. Omits names, addresses and cards. */
export function readEvent(json: unknown): { type: string; facts: PaymentEventFacts } | null {
  const parsed = event.safeParse(json)
  if (!parsed.success) return null
  const { payload, event: type } = parsed.data
  const [link, payment] = [payload.payment_link?.entity, payload.payment?.entity]
  const refund = payload.refund?.entity
  return {
    type,
    facts: {
      linkId: link?.id ?? null,
      referenceId: link?.reference_id ?? null,
      paymentId: payment?.id ?? refund?.payment_id ?? null,
      amountPaise: payment?.amount ?? null,
      currency: payment?.currency ?? null,
      isCaptured: payment?.status === 'captured',
      refundId: refund?.id ?? null,
      refundPaise: refund?.amount ?? null,
    },
  }
}
