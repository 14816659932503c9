import { z } from 'zod'

/** A part of the document. */
export type Json = Record<string, unknown>

const isType = (schema: z.core.$ZodType, type: string): boolean => schema._zod.def.type === type

/** A body is looked at before it is read: the contract of its fields is what follows. */
const withoutFirstLook = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodPipe && isType(schema.def.in, 'unknown') ? schema.def.out : schema

/** An instant leaves as ISO text, which JSON Schema cannot see through its transformation. */
const isInstant = (schema: z.core.$ZodType): boolean =>
  isType(schema, 'date') || (schema instanceof z.ZodPipe && isInstant(schema.def.in))

/** The JSON Schema of what crosses the wire; what JSON Schema cannot say is left open. */
export function schemaOf(schema: unknown, io: 'input' | 'output'): Json {
  if (!(schema instanceof z.ZodType)) return {}
  const { $schema: _, ...json } = z.toJSONSchema(withoutFirstLook(schema), {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema instanceof z.ZodType && withoutFirstLook(zodSchema) !== zodSchema)
        Object.assign(jsonSchema, schemaOf(zodSchema, io))
      if (isInstant(zodSchema)) Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
      // What stands in for a value that cannot be read is no value that somebody could send.
      if (isType(zodSchema, 'catch')) delete jsonSchema.default
    },
  })
  return json
}

/** The fields of an object's schema. */
export const propertiesOf = ({ properties = {} }: Json): Record<string, Json> =>
  properties as Record<string, Json>

/** The names of the fields that must be there. */
export const requiredOf = ({ required = [] }: Json): string[] => required as string[]

/** A schema without these fields. */
export function omitFields(schema: Json, names: readonly string[]): Json {
  const { properties: _, required: __, ...rest } = schema
  const properties = Object.fromEntries(
    Object.entries(propertiesOf(schema)).filter(([name]) => !names.includes(name)),
  )
  const required = requiredOf(schema).filter((name) => !names.includes(name))
  return { ...rest, properties, ...(required.length > 0 ? { required } : {}) }
}
