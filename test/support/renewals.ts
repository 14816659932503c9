import { expect } from 'bun:test'
import { and, asc, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { recordPayment } from '#features/billing/service/record-payment.ts'
import { settling, tasks } from '#features/renewals/jobs.ts'
import { workOnce } from '#server/jobs/jobs.ts'
import { after, day } from '#shared/time.ts'
import { activateService, type TestApp } from './app.ts'

export type Due = {
  invoiceId: string
  amount: number
  kind: string
  isOverdue: boolean
  domainId: string | null
}
type Renewal = {
  term: string
  paidUntil: string
  isSuspended: boolean
  next: { at: string; amount: number } | null
  due: Due[]
  credit: number
  plan: { name: string }
}

const work = { handlers: [settling], tasks }

/** Runs due renewals, and nothing else. */
export const workRenewals = (app: TestApp) => workOnce(app.deps, work)

/** Advances the clock to the instant, with the work of each day, or of each `stepMs`. */
export async function passTo(app: TestApp, instant: Date | string, stepMs = day): Promise<void> {
  const end = new Date(instant)
  while (app.deps.now() < end) {
    app.advance(Math.min(stepMs, end.getTime() - app.deps.now().getTime()))
    await workRenewals(app)
  }
}

/** `days` after, or before, an instant in an answer. */
export const daysAfter = (instant: string, days: number): Date => after(new Date(instant), days * day)

/** Records the payment of an invoice, as part of the caller's transaction. */
export const recordDue = (tx: Tx, app: TestApp, userId: string, { invoiceId, amount }: Due) =>
  recordPayment(tx, app.deps, {
    userId,
    invoiceId,
    orderId: null,
    provider: 'manual',
    reference: Bun.randomUUIDv7(),
    amountPaise: Math.round(amount * 100),
    receivedAt: app.deps.now(),
    recordedBy: null,
  })

/** Pays an invoice, with its effect. */
export async function payInvoice(app: TestApp, userId: string, due: Due): Promise<void> {
  await app.store.tx((tx) => recordDue(tx, app, userId, due))
  await workRenewals(app)
}

/** A customer with an active service. */
export async function buyService(app: TestApp, extra: Record<string, unknown> = {}) {
  const customer = await app.addCustomer()
  const { cookie, id: userId } = customer
  const { serviceId, administrator } = await activateService(app, cookie, extra)
  await workRenewals(app)
  const path = `/api/user-services/${serviceId}`
  const read = async () => {
    const reply = await app.request(`${path}/renewal`, { cookie })
    expect(reply.status).toBe(200)
    return reply.body as Renewal
  }
  const post = (rest: string, json: unknown, method = 'POST') =>
    app.request(`${path}/${rest}`, { cookie, json, method })
  /** The actions on the service, in order. */
  const steps = async () => {
    const { renewalSteps: s } = app.store.t
    const own = and(eq(s.userId, userId), eq(s.serviceId, serviceId))
    const rows = await app.store.read.select().from(s).where(own).orderBy(asc(s.at), asc(s.id))
    return rows.map(({ step }) => step)
  }
  const status = async () => {
    const { userServices: s } = app.store.t
    const [row] = await app.store.read.select().from(s).where(eq(s.id, serviceId))
    return row?.status
  }
  const pay = async () => {
    const [due] = (await read()).due
    if (!due) throw new Error('nothing is due')
    await payInvoice(app, userId, due)
  }
  return { ...customer, userId, serviceId, administrator, path, read, post, steps, status, pay }
}
