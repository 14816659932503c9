import { schemaOf } from '#server/commands/openapi.ts'
import { listRoutes, proceduresOf } from '#server/rest.ts'
import { appRouter } from '#server/router.ts'
import type { Door } from './judge.ts'
import { matrix, type Row } from './matrix.ts'
import type { Role, World } from './world.ts'

/** A call with one place in it where the id of something goes. */
export type Place = {
  row: Row
  /** The name of the procedure; none for a route that is written by hand. */
  procedure: string | undefined
  /** The field of the input; `null` for the first parameter of the path. */
  field: string | null
}

const procedures = proceduresOf(appRouter)
const procedureOfRoute = new Map(
  listRoutes(appRouter).map(({ method, path, procedure }) => [`${method} ${path}`, procedure]),
)

type InputSchema = {
  type?: string
  items?: InputSchema
  properties?: Record<string, InputSchema>
  anyOf?: InputSchema[]
}

/** An id is checked by code, of which JSON Schema says nothing; a text that is called an id names nothing here. */
function isId(name: string, schema: InputSchema): boolean {
  const { type, anyOf } = schema.items ?? schema
  return /^(ids?|\w+Ids?)$/.test(name) && type === undefined && anyOf === undefined
}

/** The fields of a call's input that name something, those of its path aside. */
function idFieldsOf({ route }: Row, procedure: string | undefined): string[] {
  const definition = procedure ? procedures[procedure]?._def : undefined
  const { inputs = [] } = (definition ?? {}) as { inputs?: unknown[] }
  const { properties = {}, anyOf = [] } = schemaOf(inputs.at(-1), 'input') as InputSchema
  const fields = [properties, ...anyOf.map((each) => each.properties ?? {})].flatMap(
    Object.entries<InputSchema>,
  )
  const names = fields.flatMap(([name, schema]) => (isId(name, schema) ? [name] : []))
  return [...new Set(names)].filter((name) => !route.includes(`:${name}`))
}

/** Every place of every call, at both doors, where somebody else's id could be put. */
export const places: Place[] = matrix.flatMap((row) => {
  const procedure = procedureOfRoute.get(row.route) ?? (row.route.includes(' ') ? undefined : row.route)
  const inPath = row.route.includes(':') && !row.isFilter ? [null] : []
  return [...inPath, ...idFieldsOf(row, procedure)].map((field) => ({ row, procedure, field }))
})

/** The answer without what differs from call to call, and without the id that was asked for. */
const neutral = (text: string, id: string) =>
  text.replace(/"requestId":"[^"]*"/g, '').replaceAll(id, 'the id')

/**
 * What is wrong with one place: each id of somebody else's that is answered otherwise than one that nobody has. The path
 * names a thing of the caller's own where the place is a field.
 */
export async function probe(
  { row, field }: Place,
  door: Door,
  { world, role, foreign }: { world: World; role: Role; foreign: Record<string, string> },
): Promise<string[]> {
  const cookie = await world.cookie(role)
  const ask = async (id: string) => {
    const json = (await row.json?.(world)) as Record<string, unknown> | undefined
    if (field === null) return door({ cookie, id, json, form: undefined })
    const named = { ...json, [field]: field.endsWith('s') ? [id] : id }
    const own = row.item ? await row.item(world) : undefined
    return door({ cookie, id: own, json: named, form: undefined })
  }
  const nobodys = Bun.randomUUIDv7()
  const missing = await ask(nobodys)
  const complaints: string[] = []
  for (const [kind, id] of Object.entries(foreign)) {
    const answer = await ask(id)
    const isSame =
      answer.status === missing.status && neutral(answer.text, id) === neutral(missing.text, nobodys)
    if (!isSame)
      complaints.push(
        `${row.route} ${field ?? 'path'} as ${role}: ${kind} answers ${answer.status} ${answer.text.slice(0, 120)}, a missing one ${missing.status}`,
      )
  }
  return complaints
}
