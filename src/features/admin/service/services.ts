import { and, desc, eq, or } from 'drizzle-orm'
import type { z } from 'zod'
import { begins, olderThan, toPage } from '#db/paging.ts'
import type { Tx } from '#db/store.ts'
import { changeService } from '#features/servers/lifecycle.ts'
import { presentService, selectServicesWithOwner } from '#features/servers/service.ts'
import type { CustomerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { adminServiceOutput, listServicesInput, suspendInput } from '../contract.ts'

type Row = Awaited<ReturnType<typeof selectServicesWithOwner>>[number]

const present = (ctx: Pick<CustomerContext, 'sitesOrigin'>, row: Row): Answer<typeof adminServiceOutput> => ({
  ...presentService(ctx, row),
  user: row.user,
  orderId: row.service.orderId,
  activatedAt: row.service.activatedAt,
})

/** The services of all customers, newest first; `q` is the beginning of a domain or an e-mail address. */
export async function listAllServices(ctx: CustomerContext, input: z.output<typeof listServicesInput>) {
  const { userServices, users } = ctx.store.t
  const rows = await selectServicesWithOwner(ctx.store)
    .where(
      and(
        input.status ? eq(userServices.status, input.status) : undefined,
        input.q ? or(begins(userServices.domain, input.q), begins(users.emailKey, input.q)) : undefined,
        olderThan({ at: userServices.createdAt, id: userServices.id }, input.cursor),
      ),
    )
    .orderBy(desc(userServices.createdAt), desc(userServices.id))
    .limit(input.limit + 1)
  const key = ({ service }: Row) => ({ at: service.createdAt, id: service.id })
  return toPage(rows, { limit: input.limit, key, present: (row) => present(ctx, row) })
}

async function readService(
  ctx: CustomerContext,
  tx: Tx,
  id: string,
): Promise<Answer<typeof adminServiceOutput>> {
  const [row] = await selectServicesWithOwner({ read: tx, t: tx.t }).where(eq(tx.t.userServices.id, id))
  if (!row) throw notFound('This service')
  return present(ctx, row)
}

/** Carries out one change of a service and answers the service as it stands then. */
export const change =
  (name: Parameters<typeof changeService>[1]) =>
  (ctx: CustomerContext, input: z.output<typeof suspendInput>): Promise<Answer<typeof adminServiceOutput>> =>
    changeService(ctx, name, input, (tx) => readService(ctx, tx, input.id))
