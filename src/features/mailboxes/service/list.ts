import { and, desc, eq, gt, isNotNull, isNull, ne } from 'drizzle-orm'
import type { z } from 'zod'
import { maxRows, olderThan, toArray, toPage } from '#db/lists/paging.ts'
import type { Source } from '#db/types.ts'
import { assertOwnService } from '#features/services/service.ts'
import type { CustomerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import type { Answer, Page } from '#shared/schema.ts'
import type { accountOutput, deletedAccountOutput, listAccountsInput } from '../contract/contract.ts'
import { countUnseen, presentAccount, presentDeleted, selectAccounts } from './present.ts'
import { isAccount } from './rows.ts'

const keyOf = ({ row }: { row: { createdAt: Date; id: string } }) => ({ at: row.createdAt, id: row.id })

/** The caller's accounts, newest first, for one service or all, paged or complete. @throws NOT_FOUND of the service */
export async function listAccounts(
  ctx: CustomerContext,
  { serviceId, limit = maxRows, cursor }: z.output<typeof listAccountsInput>,
): Promise<Answer<typeof accountOutput>[]> {
  await assertOwnService(ctx, serviceId)
  const { emailAccounts: a, userServices } = ctx.store.t
  const rows = await selectAccounts(ctx.store)
    .where(
      and(
        eq(a.userId, ctx.user.id),
        serviceId ? eq(a.serviceId, serviceId) : undefined,
        isNull(a.deletedAt),
        olderThan({ at: a.createdAt, id: a.id }, cursor),
        ne(userServices.status, 'terminated'),
      ),
    )
    .orderBy(desc(a.createdAt), desc(a.id))
    .limit(limit + 1)
  const unseen = await countUnseen(
    ctx.store,
    rows.slice(0, limit).map(({ row }) => row),
  )
  const present = (joined: (typeof rows)[number]) =>
    presentAccount({ ...joined, unseen: unseen.get(joined.row.id) })
  return toArray(toPage(rows, { limit, key: keyOf, present }), ctx.reply.headers)
}

/** One of the caller's accounts. @throws NOT_FOUND */
export async function readAccount(
  source: Source,
  ctx: CustomerContext,
  id: string,
): Promise<Answer<typeof accountOutput>> {
  const [joined] = await selectAccounts(source).where(isAccount(source.t, { userId: ctx.user.id, id }))
  if (!joined || joined.row.deletedAt !== null) throw notFound('This email account')
  const unseen = await countUnseen(source, [joined.row])
  return presentAccount({ ...joined, unseen: unseen.get(id) })
}

/** The caller's deleted accounts that can be restored, newest first, paged or complete. */
export async function listDeleted(
  ctx: CustomerContext,
  { limit = maxRows, cursor }: Page,
): Promise<Answer<typeof deletedAccountOutput>[]> {
  const { emailAccounts: a, userServices } = ctx.store.t
  const rows = await selectAccounts(ctx.store)
    .where(
      and(
        eq(a.userId, ctx.user.id),
        isNotNull(a.deletedAt),
        gt(a.purgeAt, ctx.now()),
        olderThan({ at: a.createdAt, id: a.id }, cursor),
        ne(userServices.status, 'terminated'),
      ),
    )
    .orderBy(desc(a.createdAt), desc(a.id))
    .limit(limit + 1)
  return toArray(toPage(rows, { limit, key: keyOf, present: presentDeleted }), ctx.reply.headers)
}
