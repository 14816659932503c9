import { and, desc, eq, gt, ne } from 'drizzle-orm'
import type { z } from 'zod'
import { maxRows, olderThan, toArray, toPage } from '#db/lists/paging.ts'
import { ofShared } from '#db/rows/shared-service.ts'
import type { Source } from '#db/types.ts'
import { assertOwnService } from '#features/services/service.ts'
import type { CustomerContext } from '#server/context.ts'
import { only } from '#shared/errors.ts'
import type { Answer, Page } from '#shared/schema.ts'
import type { databaseDumpOutput, databaseOutput, listDatabasesInput } from '../contract/contract.ts'
import { isDatabase } from '../rows/database-rows.ts'
import { presentDatabase, presentDump, readRecentSizes, selectDatabases, selectDumps } from './present.ts'

const keyOf = ({ row }: { row: { createdAt: Date; id: string } }) => ({ at: row.createdAt, id: row.id })

/** The caller's databases, newest first, of one service or all, complete or by page. @throws NOT_FOUND of the service */
export async function listDatabases(
  ctx: CustomerContext,
  { serviceId, limit = maxRows, cursor }: z.output<typeof listDatabasesInput>,
): Promise<Answer<typeof databaseOutput>[]> {
  await assertOwnService(ctx, serviceId)
  const { databases, userServices } = ctx.store.t
  const rows = await selectDatabases(ctx.store)
    .where(
      and(
        eq(databases.userId, ctx.user.id),
        serviceId ? eq(databases.serviceId, serviceId) : undefined,
        olderThan({ at: databases.createdAt, id: databases.id }, cursor),
        ne(userServices.status, 'terminated'),
      ),
    )
    .orderBy(desc(databases.createdAt), desc(databases.id))
    .limit(limit + 1)
  const shown = rows.slice(0, limit).map(({ row }) => row)
  const sizes = await readRecentSizes(ctx.store, shown, ctx.now())
  const present = (joined: (typeof rows)[number]) =>
    presentDatabase({ ...joined, sizes: sizes.get(joined.row.id) })
  return toArray(toPage(rows, { limit, key: keyOf, present }), ctx.reply.headers)
}

/** One of the caller's databases in its current state. @throws NOT_FOUND */
export async function readDatabase(
  source: Source,
  ctx: CustomerContext,
  id: string,
): Promise<Answer<typeof databaseOutput>> {
  const isIt = isDatabase(source.t, { userId: ctx.user.id, id })
  const joined = only(await selectDatabases(source).where(isIt), 'This database')
  const sizes = await readRecentSizes(source, [joined.row], ctx.now())
  return presentDatabase({ ...joined, sizes: sizes.get(id) })
}

/** The caller's restorable deleted databases, most recently deleted first, complete or by page. */
export async function listDumps(
  ctx: CustomerContext,
  { limit = maxRows, cursor }: Page,
): Promise<Answer<typeof databaseDumpOutput>[]> {
  const { databaseDumps, userServices } = ctx.store.t
  const rows = await selectDumps(ctx.store)
    .where(
      and(
        eq(databaseDumps.userId, ctx.user.id),
        olderThan({ at: databaseDumps.createdAt, id: databaseDumps.id }, cursor),
        gt(databaseDumps.expiresAt, ctx.now()),
        ofShared(ctx, databaseDumps.serviceId),
        ne(userServices.status, 'terminated'),
      ),
    )
    .orderBy(desc(databaseDumps.createdAt), desc(databaseDumps.id))
    .limit(limit + 1)
  return toArray(toPage(rows, { limit, key: keyOf, present: presentDump }), ctx.reply.headers)
}
