import type { Access } from '../../trpc/procedure-meta.ts'
import type { Route } from '../rest.ts'
import { errorSchema, refusals } from './answers.ts'
import { describeProcedure } from './operation.ts'
import { createTemplates } from './paths.ts'
import { describePlainRoute, type PlainRoute } from './plain-routes.ts'
import type { Json } from './schema.ts'

/** A call as the document describes it. */
export type Operation = {
  operationId: string
  summary: string
  tags: [string]
  'x-access': Access | 'loopback or token'
  /** The scope that an API key needs; absent where keys are not allowed. */
  'x-scope'?: string
  parameters?: Json[]
  requestBody?: { required: boolean; content: Record<string, { schema: Json; example?: unknown }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Json }> }>
}

export type ApiDocument = {
  info: { title: string; version: string; description: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
} & Json

/** The sources of the document. */
export type ApiRoutes = { routes: readonly Route[]; written: readonly PlainRoute[] }

export type ApiFacts = {
  title: string
  version: string
  /** The origin of the portal, or `/` for the document's own. */
  server: string
  /** The name of the session cookie. */
  cookie: string
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A repeated call with the same key and body within 24 hours returns the first response.',
  schema: { type: 'string', maxLength: 255 },
}

const description = `Every call accepts and returns JSON. Authenticate with the session cookie from \`POST /api/login\`, or with an API key as
\`Authorization: Bearer hp_…\` that has the call's \`x-scope\`. A refusal returns \`{ message, code, requestId, fields? }\`. Amounts are rupees, times ISO 8601 in UTC, sizes bytes.`

function describePaths({ routes, written }: ApiRoutes): ApiDocument['paths'] {
  const paths: Record<string, Json> = {}
  const templateOf = createTemplates()
  const add = (method: string, path: string, operation: Json) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  for (const route of routes) {
    const template = templateOf(route.path)
    add(route.method, template.path, describeProcedure(route, template))
  }
  for (const route of written) {
    const template = templateOf(route.path)
    add(route.method, template.path, describePlainRoute(route, template))
  }
  return paths as ApiDocument['paths']
}

/** The REST calls as an OpenAPI 3.1 document, generated from the live route table. */
export function describeApi(all: ApiRoutes, { title, version, server, cookie }: ApiFacts): ApiDocument {
  const paths = describePaths(all)
  const tags = Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((each) => each.tags))
  return {
    openapi: '3.1.0',
    info: { title, version, description },
    servers: [{ url: server }],
    tags: [...new Set(tags)].sort().map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: errorSchema },
      responses: refusals,
      parameters: { IdempotencyKey: idempotencyKey },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookie },
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'hp_…' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}
