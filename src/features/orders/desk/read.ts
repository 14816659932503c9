import { and, eq, inArray } from 'drizzle-orm'
import { toPage } from '#db/lists/paging.ts'
import { readSearchedList } from '#db/lists/searched-list.ts'
import type { Source } from '#db/types.ts'
import { matchUsers } from '#features/auth/service/users/match-users.ts'
import { presentMail } from '#features/mail/present.ts'
import { matchDomains } from '#features/names/match-domains.ts'
import { presentService, selectServices } from '#features/services/service.ts'
import type { CustomerContext } from '#server/context.ts'
import { notFound, only } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { ListOrdersInput, orderDetailOutput } from '../contract/desk.ts'
import { selectOrdersWithCustomer } from '../service/present.ts'
import { type DeskRow, presentDeskRows } from './present-rows.ts'

type Detail = Answer<typeof orderDetailOutput>

const keyOf = ({ order }: DeskRow) => ({ at: order.createdAt, id: order.id })

/** A page of orders for the desk. */
async function toDeskPage(
  source: Source,
  found: Parameters<typeof toPage<DeskRow, DeskRow>>[0],
  limit: number,
) {
  const page = toPage(found, { limit, key: keyOf, present: (row: DeskRow) => row })
  return { ...page, items: await presentDeskRows(source, page.items) }
}

/**
 * Orders of all customers, newest first, but pending ones oldest first; `q` is a prefix of an id, an e-mail address, a mobile
 * number or a domain.
 */
export async function listOrders(ctx: CustomerContext, input: ListOrdersInput) {
  const { store } = ctx
  const { orders, users } = store.t
  const found = await readSearchedList<DeskRow>(
    store,
    {
      table: orders,
      at: orders.createdAt,
      direction: input.status === 'pending' ? 'oldest first' : 'newest first',
      filter: input.status && eq(orders.status, input.status),
      match: async (q) => ({
        matches: await matchDomains(store, { table: orders, column: orders.domain }, q),
        elsewhere: { table: users, key: orders.userId, matches: matchUsers(users, q) },
      }),
      select: (source, { where, order, rows }) =>
        selectOrdersWithCustomer(source)
          .where(where)
          .orderBy(...order)
          .limit(rows),
    },
    input,
  )
  return toDeskPage(store, found, input.limit)
}

/** Number of pending orders. */
export const countWaitingOrders = ({ store: { read, t } }: CustomerContext): Promise<number> =>
  read.$count(t.orders, eq(t.orders.status, 'pending'))

/** Longest-pending orders, oldest first. */
export const listLongestWaiting = async (ctx: CustomerContext, count: number) =>
  (await listOrders(ctx, { status: 'pending', limit: count })).items

/** One order with its service, its mails and its events, oldest first. @throws NOT_FOUND */
export const getOrder = (ctx: CustomerContext, { id }: { id: string }): Promise<Detail> =>
  readDetail(ctx.store, ctx, id)

/** The same, within a transaction. @throws NOT_FOUND */
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
  const row = only(await presentDeskRows(source, [joined]), 'This order')
  return {
    ...row,
    service: presented,
    provisioning: presented.provisioning,
    mails: mails.map(presentMail),
    timeline: timeline.map(({ at, actor, action, note }) => ({ at, actor: actor ?? 'portal', action, note })),
  }
}
