import { and, eq, inArray } from 'drizzle-orm'
import type { Schema } from '#db/schema/schema.ts'
import type { Source } from '#db/types.ts'
import { confirmedNote } from '#features/billing/service/bill-order.ts'
import { toRupees } from '#shared/money/money.ts'
import type { Answer } from '#shared/schema.ts'
import type { adminOrderOutput } from '../contract/desk.ts'
import type { OrderRow } from '../service/present.ts'

type PaymentState = Answer<typeof adminOrderOutput>['payment']
type PaymentRow = Schema['payments']['$inferSelect']

type Money = {
  order: OrderRow
  /** Status of its invoice. */
  bill: string | undefined
  /** Newest first. */
  payments: readonly PaymentRow[]
  /** Reference of the newest unconfirmed transfer. */
  reported: string | undefined
}

const ways = { manual: 'transfer', razorpay: 'razorpay', credit: 'credit' } as const

function stateOf({ order, bill, payments, reported }: Money, receivedPaise: number): PaymentState['state'] {
  const isReturned = payments.length > 0 && payments.every((each) => each.creditedPaise === each.amountPaise)
  if (bill === 'credited' || isReturned) return 'returned'
  if (bill === 'paid' || receivedPaise >= order.amountPaise) return 'paid'
  if (receivedPaise > 0) return 'part'
  return reported && order.status === 'pending' ? 'reported' : 'unpaid'
}

function presentMoney(money: Money): PaymentState {
  const [newest] = money.payments
  const receivedPaise = money.payments.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  const state = stateOf(money, receivedPaise)
  const received = toRupees(receivedPaise)
  if (!newest) {
    const by = state === 'paid' ? ('credit' as const) : null
    return { state, by, reference: state === 'reported' ? (money.reported ?? null) : null, received }
  }
  // Payments confirmed with the approval have no bank reference.
  if (newest.note === confirmedNote) return { state, by: 'approval', reference: null, received }
  return { state, by: ways[newest.provider], reference: newest.reference, received }
}

/** Payment state of each of these orders, by id. */
export async function readPaymentStates(
  { read, t }: Source,
  orders: readonly OrderRow[],
): Promise<ReadonlyMap<string, PaymentState>> {
  const { invoices: i, payments: p, paymentReports: r } = t
  if (orders.length === 0) return new Map()
  const ids = orders.map(({ id }) => id)
  const owners = [...new Set(orders.map(({ userId }) => userId))]
  const bills = await read
    .select({ orderId: i.orderId, status: i.status })
    .from(i)
    .where(and(eq(i.kind, 'invoice'), inArray(i.orderId, ids)))
  const payments = await read.select().from(p).where(inArray(p.orderId, ids)).orderBy(p.createdAt, p.id)
  const reports = await read
    .select({ orderId: r.orderId, reference: r.reference })
    .from(r)
    .where(and(inArray(r.userId, owners), eq(r.status, 'waiting'), inArray(r.orderId, ids)))
    .orderBy(r.createdAt, r.id)
  const isOf = (id: string) => (row: { orderId: string | null }) => row.orderId === id
  return new Map(
    orders.map((order) => {
      const bill = bills.find(isOf(order.id))?.status
      const reported = reports.findLast(isOf(order.id))?.reference
      const own = payments.filter(isOf(order.id)).toReversed()
      return [order.id, presentMoney({ order, bill, payments: own, reported })]
    }),
  )
}
