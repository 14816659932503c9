import { and, desc, eq } from 'drizzle-orm'
import { maxRows, olderThan, toArray, toPage } from '#db/lists/paging.ts'
import type { DomainRow } from '#features/zones/domain/own.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer, Page } from '#shared/schema.ts'
import type { domainOutput } from '../contract/contract.ts'
import { presentDomains } from './present.ts'

/** The caller's domains, newest first. */
export async function listDomains(
  ctx: CustomerContext,
  page: Page = {},
): Promise<Answer<typeof domainOutput>[]> {
  const { domains } = ctx.store.t
  const limit = page.limit ?? maxRows
  const older = olderThan({ at: domains.createdAt, id: domains.id }, page.cursor)
  const rows = await ctx.store.read
    .select()
    .from(domains)
    .where(and(eq(domains.userId, ctx.user.id), older))
    .orderBy(desc(domains.createdAt), desc(domains.id))
    .limit(limit + 1)
  const key = ({ createdAt, id }: DomainRow) => ({ at: createdAt, id })
  const found = toPage(rows, { limit, key, present: (row) => row })
  return presentDomains({ source: ctx.store, ctx }, toArray(found, ctx.reply.headers))
}
