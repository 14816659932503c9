import { and, eq, gte, type SQLWrapper, sql } from 'drizzle-orm'
import type { Store } from '#db/types.ts'
import { toRupees } from '#shared/money/money.ts'
import { after, day, dayInKolkata } from '#shared/time.ts'
import { isApproved } from './measure-approvals.ts'

type Month = { paise: number; orders: number }

const startOfMonth = (instant: Date): Date =>
  new Date(`${dayInKolkata(instant).slice(0, 7)}-01T00:00:00+05:30`)

const total = (value: SQLWrapper) => sql<number>`sum(${value})`.mapWith(Number)

const present = ({ paise, orders }: Month) => ({ amount: toRupees(paise), orders })

const sum = (months: readonly Month[]): Month => ({
  paise: months.reduce((all, { paise }) => all + paise, 0),
  orders: months.reduce((all, { orders }) => all + orders, 0),
})

/** Approved orders of this month and the last by plan, highest amount of this month first. */
async function sumByPlan(store: Store, { from, thisMonth }: Record<'from' | 'thisMonth', Date>) {
  const { orders, pricingPlans: plans, serviceCategories: categories } = store.t
  const isNew = sql`${orders.decidedAt} >= ${sql.param(thisMonth, orders.decidedAt)}`
  const rows = await store.readLong((read) =>
    read
      .select({
        id: plans.id,
        name: plans.name,
        category: categories.name,
        paise: total(orders.amountPaise),
        orders: sql<number>`count(*)`.mapWith(Number),
        newPaise: total(sql`case when ${isNew} then ${orders.amountPaise} else 0 end`),
        newOrders: total(sql`case when ${isNew} then 1 else 0 end`),
      })
      .from(orders)
      .innerJoin(plans, eq(plans.id, orders.planId))
      .innerJoin(categories, eq(categories.id, plans.categoryId))
      .where(and(isApproved(store.t), gte(orders.decidedAt, from)))
      .groupBy(plans.id, plans.name, categories.name),
  )
  return rows
    .toSorted((one, other) => other.newPaise - one.newPaise || other.paise - one.paise)
    .map(({ id, name, category, paise, orders, newPaise, newOrders }) => ({
      id,
      name,
      category,
      thisMonth: { paise: newPaise, orders: newOrders },
      lastMonth: { paise: paise - newPaise, orders: orders - newOrders },
    }))
}

/** Monthly prices of the orders approved in this calendar month in Kolkata and in the last, in total and by plan. */
export async function readRevenue(store: Store, now: Date) {
  const thisMonthFrom = startOfMonth(now)
  const lastMonthFrom = startOfMonth(after(thisMonthFrom, -day))
  const byPlan = await sumByPlan(store, { from: lastMonthFrom, thisMonth: thisMonthFrom })
  return {
    thisMonthFrom,
    lastMonthFrom,
    thisMonth: present(sum(byPlan.map(({ thisMonth }) => thisMonth))),
    lastMonth: present(sum(byPlan.map(({ lastMonth }) => lastMonth))),
    byPlan: byPlan.map(({ thisMonth, lastMonth, ...plan }) => ({
      ...plan,
      thisMonth: present(thisMonth),
      lastMonth: present(lastMonth),
    })),
  }
}
