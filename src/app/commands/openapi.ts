import { z } from 'zod'
import { listRoutes, type Route } from '#server/http/rest.ts'
import type { Env } from '#server/settings.ts'
import { version } from '#server/version.ts'
import { appRouter } from '../router.ts'

type Json = Record<string, unknown>

const error = {
  type: 'object',
  required: ['message', 'code', 'requestId'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string' },
    requestId: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
}

const isType = (schema: z.core.$ZodType, type: string): boolean => schema._zod.def.type === type

/** A body is preprocessed before it is read: the contract of its fields follows. */
const withoutFirstLook = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodPipe && isType(schema.def.in, 'unknown') ? schema.def.out : schema

/** An instant is sent as ISO text, which JSON Schema cannot see through its transformation. */
const isInstant = (schema: z.core.$ZodType): boolean =>
  isType(schema, 'date') || (schema instanceof z.ZodPipe && isInstant(schema.def.in))

/** The JSON Schema of the wire; what JSON Schema cannot express is left open. */
export function schemaOf(schema: unknown, io: 'input' | 'output'): Json {
  if (!(schema instanceof z.ZodType)) return {}
  const { $schema: _, ...json } = z.toJSONSchema(withoutFirstLook(schema), {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (isInstant(zodSchema)) Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
    },
  })
  return json
}

const json = (schema: Json): Json => ({ 'application/json': { schema } })

type Contract = { inputs?: unknown[]; output?: unknown }

function parametersOf({ method, path }: Route, input: Json): Json[] {
  const properties = (input.properties ?? {}) as Record<string, Json>
  const required = new Set((input.required ?? []) as string[])
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const fromPath = inPath.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name] ?? { type: 'string' },
  }))
  if (method !== 'GET') return fromPath
  const others = Object.entries(properties).filter(([name]) => !inPath.includes(name))
  return [
    ...fromPath,
    ...others.map(([name, schema]) => ({ name, in: 'query', required: required.has(name), schema })),
  ]
}

function operationOf(route: Route): Json {
  const { inputs = [], output } = route.call._def as Contract
  const input = schemaOf(inputs.at(-1), 'input')
  const status = String(route.meta.status ?? 200)
  return {
    operationId: `${route.procedure} ${route.method} ${route.path}`.replace(/\W+/g, '_'),
    tags: [route.procedure.split('.')[0]],
    'x-access': route.access,
    security: route.access === 'visitor' ? [] : [{ session: [] }],
    parameters: parametersOf(route, input),
    ...(route.method === 'GET' || inputs.length === 0 ? {} : { requestBody: { content: json(input) } }),
    responses: {
      [status]: { description: 'Success', content: json(schemaOf(output, 'output')) },
      default: { description: 'Refused', content: json({ $ref: '#/components/schemas/Error' }) },
    },
  }
}

/** The REST calls as an OpenAPI 3.1 document, generated from the live route table. */
function describeApi(title: string): Json {
  const paths: Record<string, Json> = {}
  for (const route of listRoutes(appRouter)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    paths,
    components: {
      schemas: { Error: error },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } },
    },
  }
}

/** `openapi`: prints the document. */
export async function openapi(env: Env): Promise<void> {
  console.log(JSON.stringify(describeApi(env.COMPANY_NAME), null, 2))
}
