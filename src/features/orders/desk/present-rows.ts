import { inArray } from 'drizzle-orm'
import type { Source } from '#db/types.ts'
import type { Answer } from '#shared/schema.ts'
import type { adminOrderOutput } from '../contract/desk.ts'
import { presentOrder, type selectOrdersWithCustomer } from '../service/present.ts'
import { readPaymentStates } from './payment-state.ts'

/** An order with its plan and its customer. */
export type DeskRow = Awaited<ReturnType<typeof selectOrdersWithCustomer>>[number]

type DeskOrder = Answer<typeof adminOrderOutput>
type Decider = NonNullable<DeskOrder['decidedBy']>

/** Names of the deciders of these orders, by order id. */
async function readDeciders(
  { read, t }: Source,
  rows: readonly DeskRow[],
): Promise<ReadonlyMap<string, Decider>> {
  const ids = [...new Set(rows.flatMap(({ order }) => order.decidedBy ?? []))]
  if (ids.length === 0) return new Map()
  const { id, email, firstName, lastName } = t.users
  const found = await read.select({ id, email, firstName, lastName }).from(t.users).where(inArray(id, ids))
  return new Map(found.map((user) => [user.id, user]))
}

/** Rows of the approval desk: orders with their payment state and decider. */
export async function presentDeskRows(source: Source, rows: readonly DeskRow[]): Promise<DeskOrder[]> {
  const payments = await readPaymentStates(
    source,
    rows.map(({ order }) => order),
  )
  const deciders = await readDeciders(source, rows)
  return rows.map((row) => ({
    ...presentOrder(row),
    user: row.user,
    payment: payments.get(row.order.id) ?? { state: 'unpaid', by: null, reference: null, received: 0 },
    decidedAt: row.order.decidedAt,
    decidedBy: deciders.get(row.order.decidedBy ?? '') ?? null,
    note: row.order.note,
  }))
}
