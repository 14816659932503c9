import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { begins, olderThan, toPage } from '#db/paging.ts'
import type { Store } from '#db/store.ts'
import { emailKey, mobilePrefix } from '#features/auth/contract.ts'
import type { approveInput, ListOrdersInput, rejectInput } from '#features/orders/contract.ts'
import { approveOrder, rejectOrder } from '#features/orders/service/decide-order.ts'
import { presentAdminOrder, selectOrdersWithCustomer } from '#features/orders/service/present.ts'
import { presentService, selectServices } from '#features/servers/service.ts'
import type { CustomerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { orderDetailOutput } from '../contract.ts'
import { presentMail } from './mails.ts'

type Detail = Answer<typeof orderDetailOutput>

/** Rows whose order id, e-mail, mobile or domain begins with what was typed (decisions section 3). */
function matches(store: Store, q: string | undefined): SQL | undefined {
  if (!q) return undefined
  const { orders, users } = store.t
  const mobile = mobilePrefix(q)
  return or(
    begins(sql`cast(${orders.id} as text)`, q),
    begins(users.emailKey, emailKey(q)),
    mobile ? begins(users.mobile, mobile) : undefined,
    begins(orders.domain, q),
  )
}

/** The orders of all customers, newest first. */
export async function listOrders(ctx: CustomerContext, input: ListOrdersInput) {
  const { orders } = ctx.store.t
  const rows = await selectOrdersWithCustomer(ctx.store)
    .where(
      and(
        input.status ? eq(orders.status, input.status) : undefined,
        matches(ctx.store, input.q),
        olderThan({ at: orders.createdAt, id: orders.id }, input.cursor),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(input.limit + 1)
  const key = ({ order }: (typeof rows)[number]) => ({ at: order.createdAt, id: order.id })
  return toPage(rows, { limit: input.limit, key, present: presentAdminOrder })
}

/** One order with its service, its mails and everything that happened to it, oldest first. @throws NOT_FOUND */
export const getOrder = (ctx: CustomerContext, { id }: { id: string }): Promise<Detail> =>
  readDetail(ctx, ctx.store, id)

/** What is read of may be a transaction, so that the answer is part of the change. */
async function readDetail(
  ctx: Pick<CustomerContext, 'sitesOrigin'>,
  source: Pick<Store, 'read' | 't'>,
  id: string,
): Promise<Detail> {
  const { read, t } = source
  const [joined] = await selectOrdersWithCustomer(source).where(eq(t.orders.id, id))
  if (!joined) throw notFound('This order')
  const { order } = joined
  const [service] = await selectServices(source).where(eq(t.userServices.id, order.serviceId))
  if (!service) throw notFound('This order')
  const mails = await read
    .select()
    .from(t.mails)
    .where(eq(t.mails.relatedId, id))
    .orderBy(t.mails.createdAt, t.mails.id)
  const timeline = await read
    .select()
    .from(t.auditLog)
    .where(
      and(
        inArray(t.auditLog.targetId, [id, order.serviceId]),
        inArray(t.auditLog.targetType, ['order', 'service']),
      ),
    )
    .orderBy(t.auditLog.at, t.auditLog.id)
  const presented = presentService(ctx, service)
  return {
    ...presentAdminOrder(joined),
    service: presented,
    provisioning: presented.provisioning,
    mails: mails.map(presentMail),
    timeline: timeline.map(({ at, actor, action, note }) => ({ at, actor: actor ?? 'portal', action, note })),
  }
}

/** Approves and answers the order as it stands then; a repeat says `alreadyApproved`. */
export const approve = (ctx: CustomerContext, input: z.output<typeof approveInput>): Promise<Detail> =>
  approveOrder(ctx, input, async (tx, alreadyApproved) => {
    const detail = await readDetail(ctx, { read: tx, t: tx.t }, input.id)
    return alreadyApproved ? { ...detail, alreadyApproved } : detail
  })

/** Rejects and answers the order as it stands then. */
export const reject = (ctx: CustomerContext, input: z.output<typeof rejectInput>): Promise<Detail> =>
  rejectOrder(ctx, input, (tx) => readDetail(ctx, { read: tx, t: tx.t }, input.id))
