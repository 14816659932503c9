import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { z } from 'zod'
import { appRouter } from '#app/router.ts'
import { readEnv } from '#env'
import { listRoutes, takesKey } from '#server/http/rest.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import type { Meta } from '../../trpc/procedure-meta.ts'
import { proceduresOf } from '../../trpc/trpc-internals.ts'
import type { ApiDocument, Operation } from './document.ts'

let app: TestApp
let document: ApiDocument
beforeAll(async () => {
  app = await createTestApp()
  document = (await app.request('/api/openapi.json')).body as ApiDocument
})
afterAll(() => app.close())

type FoundOperation = Operation & { method: string; path: string }
const operations = (): FoundOperation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  )
const operationOf = (name: string): FoundOperation => {
  const found = operations().find(({ method, path }) => `${method.toUpperCase()} ${path}` === name)
  if (!found) throw new Error(`${name} is not in the document`)
  return found
}
const nameOf = ({ method, path }: FoundOperation) => `${method} ${path}`

describe('the OpenAPI document', () => {
  test('has every REST path of every procedure', () => {
    const shape = (method: string, path: string) =>
      `${method.toLowerCase()} ${path.replace(/:\w+|\{\w+\}/g, '{}')}`
    const described = new Set(operations().map(({ method, path }) => shape(method, path)))
    const served = listRoutes(appRouter).map(({ method, path }) => shape(method, path))
    expect(served.filter((route) => !described.has(route))).toEqual([])
  })

  test('has the uploads, downloads, archives and streams that have no procedure', () => {
    const answers = (name: string) =>
      Object.values(operationOf(name).responses).flatMap(({ content = {} }) => Object.keys(content))
    expect(Object.keys(operationOf('POST /api/files').requestBody?.content ?? {})).toEqual([
      'multipart/form-data',
    ])
    expect(answers('GET /api/files/archive')).toContain('application/zip')
    expect(answers('GET /api/files/{id}/content')).toContain('application/octet-stream')
    expect(answers('GET /api/backups/{id}/download')).toContain('application/zip')
    expect(answers('GET /api/projects/{id}/download')).toContain('application/zip')
    expect(answers('GET /api/events')).toContain('text/event-stream')
  })

  test('gives every operation a unique id and a unique path', () => {
    const ids = operations().map(({ operationId }) => operationId)
    expect(ids).toEqual([...new Set(ids)])
    const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
    expect(shapes).toEqual([...new Set(shapes)])
  })

  test('names no field both in the path and in the body', () => {
    const repeated = operations().filter(({ parameters = [], requestBody }) => {
      const fields = Object.keys(requestBody?.content['application/json']?.schema.properties ?? {})
      return parameters.some(({ in: place, name }) => place === 'path' && fields.includes(String(name)))
    })
    expect(repeated.map(nameOf)).toEqual([])
  })

  test('declares every id as a UUID', () => {
    const { parameters = [], requestBody } = operationOf('POST /api/admin/orders/{id}/approve')
    expect(parameters[0]).toMatchObject({ name: 'id', schema: { type: 'string', format: 'uuid' } })
    expect(requestBody?.content['application/json']?.schema.properties).not.toHaveProperty('id')
    const order = operationOf('POST /api/orders').requestBody?.content['application/json']?.schema
    expect(order).toMatchObject({ properties: { planId: { type: 'string', format: 'uuid' } } })
  })

  test('keeps every default within its bounds', () => {
    const outside: unknown[] = []
    JSON.stringify(document, (_, value) => {
      const { default: usual, minimum, maximum } = value ?? {}
      if (usual < minimum || usual > maximum) outside.push(value)
      return value
    })
    expect(outside).toEqual([])
  })

  test('lists the Idempotency-Key on exactly the calls that accept one', () => {
    const reference = '#/components/parameters/IdempotencyKey'
    const offered = operations().filter(({ parameters = [] }) =>
      parameters.some(({ $ref }) => $ref === reference),
    )
    const taking = listRoutes(appRouter).filter(takesKey)
    expect(offered.map(nameOf).sort()).toEqual(
      taking.map(({ path }) => `post ${path.replace(/:(\w+)/g, '{$1}')}`).sort(),
    )
  })

  test("lists a call's refusals in the shape of every refusal", () => {
    const { responses } = operationOf('POST /api/orders')
    for (const status of [400, 401, 403, 409, 413, 415, 422, 429])
      expect(responses[status]).toEqual({ $ref: `#/components/responses/${status}` } as never)
    expect(document.components).toMatchObject({
      responses: {
        422: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
      },
    })
    expect(operationOf('GET /api/service-categories').responses).not.toHaveProperty('401')
  })

  test('declares every tag that an operation uses', () => {
    const declared = document.tags.map(({ name }) => name)
    expect(
      operations()
        .flatMap(({ tags }) => tags)
        .filter((tag) => !declared.includes(tag)),
    ).toEqual([])
  })

  test('summarises every operation in one short sentence', () => {
    const wrong = operations().filter(({ summary }) => !/^[A-Z][^.]{8,90}\.$/.test(summary ?? ''))
    expect(wrong.map(nameOf)).toEqual([])
  })

  test('gives examples that the calls would accept', () => {
    const refused = listRoutes(appRouter).flatMap(({ meta: { example }, path, call }) => {
      if (!example) return []
      const { inputs = [] } = call._def as { inputs?: unknown[] }
      const ids = Object.fromEntries(
        [...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, Bun.randomUUIDv7()]),
      )
      const input = inputs.at(-1)
      return input instanceof z.ZodType && input.safeParse({ ...example, ...ids }).success ? [] : [path]
    })
    expect(refused).toEqual([])
  })
})

test('every procedure has a summary of one short sentence', () => {
  const silent = Object.entries(proceduresOf(appRouter)).filter(
    ([, { _def }]) => !/^[A-Z][^.]{8,90}\.$/.test((_def.meta as Meta).summary ?? ''),
  )
  expect(silent.map(([name]) => name)).toEqual([])
})

describe('the document', () => {
  const cookieOf = async (settings: Record<string, string>) => {
    const env = { ...readEnv(settings), DATA_DIR: app.dataDir }
    const portal = await createTestApp({ env, store: app.store })
    const { servers, components } = (await portal.request('/api/openapi.json')).body as ApiDocument
    const { securitySchemes } = components as { securitySchemes: { session: { name: string } } }
    return [servers, securitySchemes.session.name]
  }

  test('contains the address of the portal and its cookie name', async () => {
    expect(await cookieOf({})).toEqual([[{ url: '/' }], 'sid'])
    const origin = 'https://portal.example.com'
    expect(await cookieOf({ PUBLIC_ORIGIN: origin })).toEqual([[{ url: origin }], '__Host-sid'])
  })

  test.each(['/api/openapi.json', '/api/docs'])(
    'at %s may be cached, and is 304 while unchanged',
    async (path) => {
      const first = await app.request(path)
      const etag = first.headers.get('etag') ?? ''
      expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
      const again = await app.request(path, { headers: { 'if-none-match': etag } })
      expect([again.status, again.text]).toEqual([304, ''])
    },
  )

  test.each(['POST', 'PUT', 'DELETE'])('cannot be changed by %s', async (method) => {
    expect((await app.request('/api/openapi.json', { method })).status).toBe(405)
  })
})

describe('the page of the document', () => {
  test('shows every call, without scripts or external resources', async () => {
    const { headers, text } = await app.request('/api/docs')
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    for (const { operationId } of operations()) expect(text).toContain(`id="${operationId}"`)
    expect(text).not.toMatch(/<script|(?:src|href|url)\s*[=(]\s*["']?https?:/)
  })

  test('prints types in readable form, and names the key that makes a call safe to repeat', async () => {
    const { text } = await app.request('/api/docs')
    const order = /<details id="orders_create">.*?<\/details>/s.exec(text)?.[0] ?? ''
    for (const part of [
      'planId: uuid',
      'amount: number | string',
      'domain: string | null',
      'Answer 200 or 201',
    ])
      expect(order).toContain(part)
    expect(order).toContain('Idempotency-Key')
    expect(text).not.toContain(': any\n')
  })

  test('escapes the company name', async () => {
    const env = { ...readEnv({ COMPANY_NAME: '<img src=x>' }), DATA_DIR: app.dataDir }
    const portal = await createTestApp({ env, store: app.store })
    const { text } = await portal.request('/api/docs')
    expect(text).toContain('&lt;img src=x&gt;')
    expect(text).not.toContain('<img')
  })
})
