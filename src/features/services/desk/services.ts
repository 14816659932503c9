import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { toPage } from '#db/lists/paging.ts'
import { beginsWith } from '#db/lists/search.ts'
import { readSearchedList } from '#db/lists/searched-list.ts'
import type { Tx } from '#db/types.ts'
import { matchDomains } from '#features/names/match-domains.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { emailKey } from '#shared/email-key.ts'
import { only } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { adminServiceOutput, listServicesInput, suspendInput } from '../contract/desk.ts'
import { restorableUntil } from '../lifecycle/ended.ts'
import { changeService } from '../lifecycle/lifecycle.ts'
import { presentService, selectServicesWithOwner } from '../service.ts'

type Row = Awaited<ReturnType<typeof selectServicesWithOwner>>[number]

type AdminService = Answer<typeof adminServiceOutput>

const present = (ctx: Pick<CustomerContext, 'sitesOrigin' | 'now'>, row: Row): AdminService => ({
  ...presentService(ctx, row),
  user: row.user,
  orderId: row.service.orderId,
  activatedAt: row.service.activatedAt,
  restorableUntil: restorableUntil(row.service, ctx.now()),
})

type ListServicesInput = z.output<typeof listServicesInput>

/** The services of all customers, newest first; `q` is a prefix of an id, a domain or an email address. */
export async function listAllServices(ctx: CustomerContext, input: ListServicesInput) {
  const { store } = ctx
  const { userServices, users } = store.t
  const found = await readSearchedList<Row>(
    store,
    {
      table: userServices,
      at: userServices.createdAt,
      filter: input.status && eq(userServices.status, input.status),
      match: async (q) => ({
        matches: await matchDomains(store, { table: userServices, column: userServices.domain }, q),
        elsewhere: {
          table: users,
          key: userServices.userId,
          matches: [beginsWith(users.emailKey, emailKey(q))],
        },
      }),
      select: (source, { where, order, rows }) =>
        selectServicesWithOwner(source)
          .where(where)
          .orderBy(...order)
          .limit(rows),
    },
    input,
  )
  const key = ({ service }: Row) => ({ at: service.createdAt, id: service.id })
  return toPage(found, { limit: input.limit, key, present: (row) => present(ctx, row) })
}

async function readService(tx: Tx, ctx: CustomerContext, id: string): Promise<AdminService> {
  const isIt = eq(tx.t.userServices.id, id)
  return present(ctx, only(await selectServicesWithOwner(tx).where(isIt), 'This service'))
}

/** Applies a change to a service and returns its new state. */
export const change =
  (name: Parameters<typeof changeService>[2]) =>
  (ctx: CustomerContext, input: z.output<typeof suspendInput>): Promise<Answered<AdminService>> =>
    mutate(ctx, async (tx) => {
      await changeService(tx, ctx, name, input)
      return readService(tx, ctx, input.id)
    })
