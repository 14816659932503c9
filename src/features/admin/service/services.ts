import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { idBegins, olderThan, toPage } from '#db/paging.ts'
import { beginsWith, searchList } from '#db/search.ts'
import type { Source, Store, Tx } from '#db/types.ts'
import { emailKey } from '#features/auth/contract.ts'
import { matchDomains } from '#features/names/match-domains.ts'
import { restorableUntil } from '#features/services/lifecycle/ended.ts'
import { changeService } from '#features/services/lifecycle/lifecycle.ts'
import { presentService, selectServicesWithOwner } from '#features/services/service.ts'
import type { Answered } from '#server/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import { mutate } from '#server/mutate.ts'
import { only } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { adminServiceOutput, listServicesInput, suspendInput } from '../contract.ts'

type Row = Awaited<ReturnType<typeof selectServicesWithOwner>>[number]

type AdminService = Answer<typeof adminServiceOutput>

const present = (ctx: Pick<CustomerContext, 'sitesOrigin' | 'now'>, row: Row): AdminService => ({
  ...presentService(ctx, row),
  user: row.user,
  orderId: row.service.orderId,
  activatedAt: row.service.activatedAt,
  restorableUntil: restorableUntil(row.service, ctx.now()),
})

type Wanted = z.output<typeof listServicesInput>

function selectPage(store: Source, { status, cursor, limit }: Wanted, which?: SQL) {
  const { userServices } = store.t
  return selectServicesWithOwner(store)
    .where(
      and(
        status ? eq(userServices.status, status) : undefined,
        which,
        olderThan({ at: userServices.createdAt, id: userServices.id }, cursor),
      ),
    )
    .orderBy(desc(userServices.createdAt), desc(userServices.id))
    .limit(limit + 1)
}

async function searchServices(store: Store, q: string, input: Wanted) {
  const { userServices, users } = store.t
  const idRange = idBegins(userServices.id, q)
  const named = { table: userServices, column: userServices.domain }
  return searchList(
    store,
    {
      table: userServices,
      at: userServices.createdAt,
      filter: input.status && eq(userServices.status, input.status),
      matches: [
        ...(await matchDomains(store, named, q)),
        ...(idRange ? [{ range: idRange, test: idRange }] : []),
      ],
      elsewhere: {
        table: users,
        key: userServices.userId,
        matches: [beginsWith(users.emailKey, emailKey(q))],
      },
      select: (read, which) => selectPage({ read, t: store.t }, input, which),
    },
    input,
  )
}

/** The services of all customers, newest first; `q` is the beginning of an id, a domain or an e-mail address. */
export async function listAllServices(ctx: CustomerContext, input: Wanted) {
  const found = await (input.q ? searchServices(ctx.store, input.q, input) : selectPage(ctx.store, input))
  const key = ({ service }: Row) => ({ at: service.createdAt, id: service.id })
  return toPage(found, { limit: input.limit, key, present: (row) => present(ctx, row) })
}

async function readService(tx: Tx, ctx: CustomerContext, id: string): Promise<AdminService> {
  const isIt = eq(tx.t.userServices.id, id)
  return present(ctx, only(await selectServicesWithOwner(tx).where(isIt), 'This service'))
}

/** Makes one change to a service and answers its present state. */
export const change =
  (name: Parameters<typeof changeService>[2]) =>
  (ctx: CustomerContext, input: z.output<typeof suspendInput>): Promise<Answered<AdminService>> =>
    mutate(ctx, async (tx) => {
      await changeService(tx, ctx, name, input)
      return readService(tx, ctx, input.id)
    })
