import { prepareOnce } from '#db/store.ts'
import { listProviderRows } from '#features/cloud-accounts/service/list-rows.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { allServicesOutput } from '../contract.ts'
import type { Row, TableName } from '../entities/entity.ts'
import { listedEntities } from './listed.ts'

type AllServices = Answer<typeof allServicesOutput>
type Part = (typeof listedEntities)[number] & { rows: Row<TableName>[] }

const newestFirst = (one: Row<TableName>, other: Row<TableName>): number =>
  other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1)

/** The rows of one list; several entities may share a list, newest first. */
function merge(parts: Part[], now: Date): unknown[] {
  const [only, ...others] = parts
  if (only && others.length === 0) return only.rows.map((row) => only.present(row, now))
  return parts
    .flatMap(({ rows, present }) => rows.map((row) => ({ row, item: present(row, now) })))
    .sort((one, other) => newestFirst(one.row, other.row))
    .map(({ item }) => item)
}

/** The caller's cloud from our tables, one statement per stored entity; calls no provider. */
export async function listAllServices(ctx: CustomerContext): Promise<AllServices> {
  const mine = { userId: ctx.user.id }
  const [providers, ...parts] = await Promise.all([
    listProviderRows(ctx),
    ...listedEntities.map(
      async (entity): Promise<Part> => ({
        ...entity,
        rows: await prepareOnce(ctx.store, entity.statement).execute(mine),
      }),
    ),
  ])
  const now = ctx.now()
  const lists = [...Map.groupBy(parts, ({ list }) => list)].map(([list, its]) => [list, merge(its, now)])
  return { ...Object.fromEntries(lists), providers } as AllServices
}
