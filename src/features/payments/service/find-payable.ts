import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { begins, idBegins } from '#db/lists/paging.ts'
import type { CustomerContext } from '#server/context.ts'
import type { PayTarget } from '../contract/contract.ts'
import { plainReference } from '../contract/reference.ts'
import { findByReference, presentTarget, readInvoices, readOrders, type Target } from './targets.ts'

/** Fewer characters match too many. */
const leastCharacters = 3
const mostPeople = 20
const shown = 20

/** Pending orders and open invoices of these users. */
async function readOf({ store }: CustomerContext, q: string): Promise<Target[]> {
  const { users, orders, invoices } = store.t
  const people = await store.read
    .select({ id: users.id })
    .from(users)
    .where(begins(users.emailKey, q))
    .limit(mostPeople)
  const ids = people.map(({ id }) => id)
  if (ids.length === 0) return []
  return [
    ...(await readOrders(store, and(inArray(orders.userId, ids), eq(orders.status, 'pending')))),
    ...(await readInvoices(store, and(inArray(invoices.userId, ids), eq(invoices.status, 'open')))),
  ]
}

/**
 * Finds pending orders and open invoices by a reference, an invoice number, or a prefix of an order's id or an e-mail address.
 */
export async function findPayable(ctx: CustomerContext, { q }: { q: string }): Promise<PayTarget[]> {
  const { store } = ctx
  if (q.length < leastCharacters) return []
  const named = await findByReference(store, plainReference(q))
  const range: SQL | undefined = idBegins(store.t.orders.id, q)
  const found = [
    ...(named ? [named] : []),
    ...(range ? await readOrders(store, and(range, eq(store.t.orders.status, 'pending'))) : []),
    ...(await readOf(ctx, q)),
  ]
  const each = new Map(found.map((target) => [target.id, target]))
  return [...each.values()].slice(0, shown).map(presentTarget)
}
