import { z } from 'zod'
import { customer } from '#server/trpc/trpc.ts'
import { type Answer, page } from '#shared/schema.ts'
import type { Entity } from '../entities/entity.ts'
import { listOwn } from '../service/pages.ts'

type Listed<Output extends z.ZodType> = Required<Pick<Entity, 'id' | 'table' | 'list'>> & {
  list: { output: Output }
}

/** `GET /api/cloud/<id>`: the caller's rows of an entity, in pages. */
const ownList = <Output extends z.ZodType>(entity: Listed<Output>) => {
  const output = z.array(entity.list.output)
  return customer
    .meta({
      rest: `GET /api/cloud/${entity.id}`,
      summary: `Lists your cloud resources of kind ${entity.id}.`,
    })
    .input(page.optional())
    .output(output)
    .query(async ({ ctx, input }) => (await listOwn(ctx, entity, input)) as Answer<typeof output>)
}

type WithOutput<Output extends z.ZodType> = { list: { output: Output } }
type OwnLists<Entities> = {
  [Name in keyof Entities as Entities[Name] extends WithOutput<z.ZodType>
    ? Name
    : never]: Entities[Name] extends WithOutput<infer Output> ? ReturnType<typeof ownList<Output>> : never
}

const isListed = (
  entry: [string, Pick<Entity, 'id' | 'table' | 'list'>],
): entry is [string, Listed<z.ZodType>] => entry[1].list !== undefined

/** A procedure for each entity that has a list of its own, by the entity's name. */
export const ownLists = <Entities extends object>(
  entities: Entities & Record<string, Pick<Entity, 'id' | 'table' | 'list'>>,
) =>
  Object.fromEntries(
    Object.entries(entities)
      .filter(isListed)
      .map(([name, entity]) => [name, ownList(entity)]),
  ) as OwnLists<Entities>
