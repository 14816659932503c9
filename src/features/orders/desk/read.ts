import { and, desc, eq, inArray, type SQL } from 'drizzle-orm'
import { idBegins, olderThan, toPage } from '#db/paging.ts'
import { searchList } from '#db/search.ts'
import type { Source, Store } from '#db/types.ts'
import { matchUsers } from '#features/auth/service/users/match-users.ts'
import { presentMail } from '#features/mail/present.ts'
import { matchDomains } from '#features/names/match-domains.ts'
import { presentService, selectServices } from '#features/services/service.ts'
import type { CustomerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { ListOrdersInput, orderDetailOutput } from '../contract/desk.ts'
import { presentAdminOrder, selectOrdersWithCustomer } from '../service/present.ts'

type Detail = Answer<typeof orderDetailOutput>

type Row = Awaited<ReturnType<typeof selectPage>>[number]

function selectPage(store: Source, { status, cursor, limit }: ListOrdersInput, which?: SQL) {
  const { orders } = store.t
  return selectOrdersWithCustomer(store)
    .where(
      and(
        status ? eq(orders.status, status) : undefined,
        which,
        olderThan({ at: orders.createdAt, id: orders.id }, cursor),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit + 1)
}

/** Orders whose id, e-mail, mobile number or domain begins with what was typed. */
async function searchOrders(store: Store, q: string, input: ListOrdersInput) {
  const { orders, users } = store.t
  const idRange = idBegins(orders.id, q)
  const named = { table: orders, column: orders.domain }
  return searchList(
    store,
    {
      table: orders,
      at: orders.createdAt,
      filter: input.status && eq(orders.status, input.status),
      matches: [
        ...(await matchDomains(store, named, q)),
        ...(idRange ? [{ range: idRange, test: idRange }] : []),
      ],
      elsewhere: { table: users, key: orders.userId, matches: matchUsers(users, q) },
      select: (read, which) => selectPage({ read, t: store.t }, input, which),
    },
    input,
  )
}

/** The orders of all customers, newest first. */
export async function listOrders(ctx: CustomerContext, input: ListOrdersInput) {
  const found = await (input.q ? searchOrders(ctx.store, input.q, input) : selectPage(ctx.store, input))
  const key = ({ order }: Row) => ({ at: order.createdAt, id: order.id })
  return toPage(found, { limit: input.limit, key, present: presentAdminOrder })
}

/** One order with its service, its mails and everything that happened to it, oldest first. @throws NOT_FOUND */
export const getOrder = (ctx: CustomerContext, { id }: { id: string }): Promise<Detail> =>
  readDetail(ctx.store, ctx, id)

/** The same, as a transaction sees it. @throws NOT_FOUND */
export async function readDetail(
  source: Source,
  ctx: Pick<CustomerContext, 'sitesOrigin'>,
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
