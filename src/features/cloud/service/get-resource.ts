import type { z } from 'zod'
import type { CustomerContext } from '#server/context.ts'
import { only } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { resourceInput, resourceOutput } from '../contract.ts'
import { asRows, isResource, type OwnTable, tableOf } from '../entities/own-table.ts'
import { entitiesWith } from '../entities/server.ts'

const detailed = entitiesWith('details')

/** One of the caller's resources with all stored details. @throws NOT_FOUND when it is missing or another user's */
export async function getResource(
  ctx: CustomerContext,
  { kind, id }: z.output<typeof resourceInput>,
): Promise<Answer<typeof resourceOutput>> {
  const entity = detailed.find((each) => each.id === kind)
  if (!entity) throw new Error(`an entity without details: ${kind}`)
  const table = tableOf(ctx.store.t, entity.table)
  const rows = await ctx.store.read
    .select()
    .from<OwnTable>(table)
    .where(isResource(table, ctx.user.id, id))
  return entity.details(only(asRows(rows), 'This resource'), ctx.now())
}
