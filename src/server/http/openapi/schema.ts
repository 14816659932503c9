import { z } from 'zod'

/** A part of the document. */
export type Json = Record<string, unknown>

const isType = (schema: z.core.$ZodType, type: string): boolean => schema._zod.def.type === type

/** Preprocessing before a body is parsed: the schema of its fields is what follows. */
const withoutFirstLook = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodPipe && isType(schema.def.in, 'unknown') ? schema.def.out : schema

/** A date is sent as ISO text, which JSON Schema cannot derive from its transformation. */
const isInstant = (schema: z.core.$ZodType): boolean =>
  isType(schema, 'date') || (schema instanceof z.ZodPipe && isInstant(schema.def.in))

/** The JSON Schema of the data on the wire; anything JSON Schema cannot express stays open. */
export function schemaOf(schema: unknown, io: 'input' | 'output'): Json {
  if (!(schema instanceof z.ZodType)) return {}
  const { $schema: _, ...json } = z.toJSONSchema(withoutFirstLook(schema), {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema instanceof z.ZodType && withoutFirstLook(zodSchema) !== zodSchema)
        Object.assign(jsonSchema, schemaOf(zodSchema, io))
      if (isInstant(zodSchema)) Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
      // The placeholder for an unreadable value is not a value that callers send.
      if (isType(zodSchema, 'catch')) delete jsonSchema.default
    },
  })
  return json
}

/** The fields of an object's schema. */
export const propertiesOf = ({ properties = {} }: Json): Record<string, Json> =>
  properties as Record<string, Json>

/** The names of the required fields. */
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
