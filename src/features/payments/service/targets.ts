import { and, between, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { ownerColumns } from '#db/rows/owner.ts'
import type { Source } from '#db/types.ts'
import { duePaise } from '#features/billing/rules/due-paise.ts'
import { only } from '#shared/errors.ts'
import { toRupees } from '#shared/money/money.ts'
import type { PayTarget } from '../contract/contract.ts'
import { orderReference, plainReference, readOrderReference } from '../contract/reference.ts'

type Kind = 'order' | 'invoice'
type Payer = PayTarget['user']

/** An order or invoice that can be paid. */
export type Target = {
  kind: Kind
  id: string
  userId: string
  title: string
  totalPaise: number
  /** The amount still due; 0 for a decided order, whose invoice is paid instead. */
  duePaise: number
  paidPaise: number
  reference: string
  user: Payer
}

/** Orders with their payments. */
export async function readOrders({ read, t }: Source, which: SQL | undefined): Promise<Target[]> {
  const { orders, payments, pricingPlans, users } = t
  const paid = sql<number>`coalesce((select sum(${payments.amountPaise}) from ${payments} where ${payments.orderId} = ${orders.id}), 0)`
  const rows = await read
    .select({ order: orders, plan: pricingPlans.name, paid: paid.mapWith(Number), user: ownerColumns(t) })
    .from(orders)
    .innerJoin(pricingPlans, eq(pricingPlans.id, orders.planId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(which)
    .limit(mostFound)
  return rows.map(({ order, plan, paid, user }) => ({
    kind: 'order',
    id: order.id,
    userId: order.userId,
    title: `${plan} order`,
    totalPaise: order.amountPaise,
    duePaise: order.status === 'pending' ? Math.max(order.amountPaise - paid, 0) : 0,
    paidPaise: paid,
    reference: orderReference(order.id),
    user,
  }))
}

/** Invoices with the amount due. */
export async function readInvoices({ read, t }: Source, which: SQL | undefined): Promise<Target[]> {
  const { invoices, users } = t
  const rows = await read
    .select({ invoice: invoices, user: ownerColumns(t) })
    .from(invoices)
    .innerJoin(users, eq(users.id, invoices.userId))
    .where(and(eq(invoices.kind, 'invoice'), which))
    .limit(mostFound)
  return rows.map(({ invoice, user }) => ({
    kind: 'invoice',
    id: invoice.id,
    userId: invoice.userId,
    title: `Invoice ${invoice.number}`,
    totalPaise: invoice.totalPaise,
    duePaise: Math.max(duePaise(invoice), 0),
    paidPaise: invoice.paidPaise,
    reference: plainReference(invoice.number),
    user,
  }))
}

/** Most orders or invoices read for one response. */
const mostFound = 500

/** The caller's own target. @throws NOT_FOUND */
export async function findOwnTarget(
  source: Source,
  { kind, id, userId }: { kind: Kind; id: string; userId: string },
): Promise<Target> {
  const { orders, invoices } = source.t
  const found =
    kind === 'order'
      ? await readOrders(source, and(eq(orders.userId, userId), eq(orders.id, id)))
      : await readInvoices(source, and(eq(invoices.userId, userId), eq(invoices.id, id)))
  return only(found, kind === 'order' ? 'This order' : 'This invoice')
}

export type TargetIds = { orderId?: string | null | undefined; invoiceId?: string | null | undefined }

/** The target with these ids, of any owner. @throws NOT_FOUND */
export async function findTarget(source: Source, { orderId, invoiceId }: TargetIds): Promise<Target> {
  const { orders, invoices } = source.t
  const found = orderId
    ? await readOrders(source, eq(orders.id, orderId))
    : await readInvoices(source, eq(invoices.id, invoiceId ?? ''))
  return only(found, orderId ? 'This order' : 'This invoice')
}

/** All targets with these ids, by id. */
export async function findTargets(source: Source, all: readonly TargetIds[]): Promise<Map<string, Target>> {
  const { orders, invoices } = source.t
  const orderIds = all.flatMap(({ orderId }) => orderId ?? [])
  const invoiceIds = all.flatMap(({ invoiceId }) => invoiceId ?? [])
  const found = [
    ...(orderIds.length > 0 ? await readOrders(source, inArray(orders.id, orderIds)) : []),
    ...(invoiceIds.length > 0 ? await readInvoices(source, inArray(invoices.id, invoiceIds)) : []),
  ]
  return new Map(found.map((target) => [target.id, target]))
}

/** `INV2627000001` as `INV/2627/000001`. */
const numberOf = (reference: string): string => reference.replace(/^([A-Z]+)(\d{4})(\d+)$/, '$1/$2/$3')

/** The order or invoice of one of our references; null for none, and for several. */
export async function findByReference(source: Source, reference: string): Promise<Target | null> {
  const { orders, invoices } = source.t
  const range = readOrderReference(reference)
  const found = range
    ? await readOrders(source, between(orders.id, range.from, range.to))
    : await readInvoices(source, eq(invoices.number, numberOf(reference)))
  return found.length === 1 ? (found[0] ?? null) : null
}

/** Its form in payments. */
export const idsOf = ({ kind, id }: Pick<Target, 'kind' | 'id'>) => ({
  orderId: kind === 'order' ? id : null,
  invoiceId: kind === 'invoice' ? id : null,
})

export const presentTarget = ({ kind, id, title, duePaise, user }: Target): PayTarget => ({
  kind,
  id,
  title,
  amount: toRupees(duePaise),
  user,
})
