import { and, desc, eq, isNull } from 'drizzle-orm'
import { toRupees } from '#shared/money/money.ts'
import { showName } from '#shared/names/show-name.ts'
import { serviceTitle } from '#shared/names/site-name.ts'
import { orderNumber } from '#shared/text/order-number.ts'
import { formatDate } from '#shared/time.ts'
import { sectionRows } from '../contract/sections.ts'
import { joined, type ReadSection, row, type SectionsOf, serviceColumns } from './section.ts'

const services: ReadSection = async ({ store: { read, t }, customer }) => {
  const { userServices: s, pricingPlans, renewalTerms: r } = t
  const isOwn = eq(s.userId, customer.id)
  const isTerm = and(eq(r.userId, s.userId), eq(r.serviceId, s.id), isNull(r.endedAt))
  const [total, rows] = await Promise.all([
    read.$count(s, isOwn),
    read
      .select({ ...serviceColumns(t), status: s.status, createdAt: s.createdAt, paidUntil: r.paidUntil })
      .from(s)
      .innerJoin(pricingPlans, eq(pricingPlans.id, s.planId))
      .leftJoin(r, isTerm)
      .where(isOwn)
      .orderBy(desc(s.createdAt), desc(s.id))
      .limit(sectionRows),
  ])
  const items = rows.map(({ status, createdAt, paidUntil, ...service }) =>
    row({
      ...{
        id: service.id,
        serviceId: service.id,
        title: serviceTitle(service.name, service.plan),
        status,
        at: createdAt,
      },
      detail: joined(
        service.name !== null && service.plan,
        service.domain && showName(service.domain),
        paidUntil && `paid until ${formatDate(paidUntil)}`,
      ),
    }),
  )
  return { total, items }
}

const orders: ReadSection = async ({ store: { read, t }, customer }) => {
  const { orders: o, pricingPlans } = t
  const isOwn = eq(o.userId, customer.id)
  const [total, rows] = await Promise.all([
    read.$count(o, isOwn),
    read
      .select({ order: o, plan: pricingPlans.name })
      .from(o)
      .innerJoin(pricingPlans, eq(pricingPlans.id, o.planId))
      .where(isOwn)
      .orderBy(desc(o.createdAt), desc(o.id))
      .limit(sectionRows),
  ])
  const items = rows.map(({ order: { id, serviceId, status, amountPaise, domain, createdAt: at }, plan }) =>
    row({
      ...{ id, serviceId, title: `${orderNumber(id)} · ${plan}`, status, amount: toRupees(amountPaise), at },
      detail: domain && showName(domain),
    }),
  )
  return { total, items }
}

const invoices: ReadSection = async ({ store: { read, t }, customer }) => {
  const { invoices: i } = t
  const isOwn = eq(i.userId, customer.id)
  const [total, rows] = await Promise.all([
    read.$count(i, isOwn),
    read.select().from(i).where(isOwn).orderBy(desc(i.issuedAt), desc(i.id)).limit(sectionRows),
  ])
  const items = rows.map(({ id, serviceId, number, kind, status, totalPaise, issuedAt, dueAt, paidAt }) =>
    row({
      ...{ id, serviceId, title: number, status, amount: toRupees(totalPaise), at: issuedAt },
      detail: joined(
        kind === 'creditNote' && 'Credit note',
        paidAt ? `paid ${formatDate(paidAt)}` : status === 'open' && `due ${formatDate(dueAt)}`,
      ),
    }),
  )
  return { total, items }
}

/** Services, orders and invoices of a customer. */
export const bought = { services, orders, invoices } satisfies SectionsOf<'services' | 'orders' | 'invoices'>
