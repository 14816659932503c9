import { desc, eq, sql } from 'drizzle-orm'
import { maxRows } from '#db/lists/paging.ts'
import { readUnchanged } from '#db/store.ts'
import type { Store } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { providerRowOutput } from '../contract/providers.ts'
import { presentProviderRow } from './present-provider.ts'

/** The accounts of a user as a prepared statement. It is polled, so it reads only the shown columns. */
export const listedProviders = ({ read, t: { cloudProviders: p } }: Store) =>
  read
    .select({
      id: p.id,
      name: p.name,
      displayName: p.displayName,
      region: p.region,
      isActive: p.isActive,
      sample: p.sample,
    })
    .from(p)
    .where(eq(p.userId, sql.placeholder('userId')))
    .orderBy(desc(p.createdAt), desc(p.id))
    .limit(maxRows)
    .prepare('cloud_list_providers')

/** The caller's connected accounts as a list beside the resource lists, newest first. */
export async function listProviderRows({
  store,
  user,
}: CustomerContext): Promise<Answer<typeof providerRowOutput>[]> {
  const rows = await readUnchanged(store, listedProviders, { userId: user.id })
  return rows.map(presentProviderRow)
}
