import { eq } from 'drizzle-orm'
import type { Source, Store } from '#db/types.ts'
import type { CustomerContext, JobContext } from '#server/context.ts'
import { toRupees } from '#shared/money/money.ts'
import type { Answer } from '#shared/schema.ts'
import type { orderOutput, placedOrderOutput } from '../contract/contract.ts'

/** The decider: the caller of a request, or the portal in durable work. */
export type DecisionContext = CustomerContext | JobContext

export type OrderRow = Store['t']['orders']['$inferSelect']

type NamedRow = { id: string; name: string }
export type JoinedOrder = { order: OrderRow; plan: NamedRow; category: NamedRow }

/** Orders with their plan and category. */
export const selectOrders = (store: Store) => {
  const { orders, pricingPlans, serviceCategories } = store.t
  return store.read
    .select({
      order: orders,
      plan: { id: pricingPlans.id, name: pricingPlans.name },
      category: { id: serviceCategories.id, name: serviceCategories.name },
    })
    .from(orders)
    .innerJoin(pricingPlans, eq(pricingPlans.id, orders.planId))
    .innerJoin(serviceCategories, eq(serviceCategories.id, pricingPlans.categoryId))
}

/** Orders with their customer, for the approval desk. */
export const selectOrdersWithCustomer = (store: Source) => {
  const { orders, users, pricingPlans, serviceCategories } = store.t
  const { id, email, mobile, firstName, lastName } = users
  return store.read
    .select({
      order: orders,
      plan: { id: pricingPlans.id, name: pricingPlans.name },
      category: { id: serviceCategories.id, name: serviceCategories.name },
      user: { id, email, mobile, firstName, lastName },
    })
    .from(orders)
    .innerJoin(pricingPlans, eq(pricingPlans.id, orders.planId))
    .innerJoin(serviceCategories, eq(serviceCategories.id, pricingPlans.categoryId))
    .innerJoin(users, eq(users.id, orders.userId))
}

/** Response of placing and cancelling an order. */
export const presentPlaced = (row: OrderRow): Answer<typeof placedOrderOutput> => ({
  id: row.id,
  planId: row.planId,
  amount: toRupees(row.amountPaise),
  currency: 'INR',
  status: row.status,
  paymentMethod: row.paymentMethod,
  domain: row.domain,
  serviceId: row.serviceId,
  createdAt: row.createdAt,
})

/** A row of the customer's order list. */
export const presentOrder = ({ order, plan, category }: JoinedOrder): Answer<typeof orderOutput> => ({
  ...presentPlaced(order),
  plan,
  category,
  reason: order.reason,
})
