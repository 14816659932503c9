import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { z } from 'zod'
import type { ApiDocument, Operation } from '#server/http/openapi/document.ts'
import { createFixture, type Fixture } from './authorisation/fixture.ts'
import { matrix } from './authorisation/matrix.ts'
import type { Row } from './authorisation/row.ts'
import { callByRest } from './authorisation/transports.ts'
import { lintApi } from './support/lint-api.ts'

let fixture: Fixture
let document: ApiDocument
beforeAll(async () => {
  fixture = await createFixture()
  const { body } = await fixture.send('/api/openapi.json', { method: 'GET' })
  document = body as ApiDocument
})
afterEach(() => fixture.revive())
afterAll(() => fixture.app.close())

const shapeOf = (path: string) => path.replace(/:\w+|\{\w+\}/g, '{}')

function operationOf(route: string): Operation | undefined {
  const [method = '', path = ''] = route.split(' ')
  const template = Object.keys(document.paths).find((each) => shapeOf(each) === shapeOf(path))
  return template ? document.paths[template]?.[method.toLowerCase()] : undefined
}

/** The rows in the document: all except forms and browser pages. */
const described = matrix.filter(
  ({ route, form }) => /^[A-Z]+ (\/api\/|\/s\/|\/health|\/ready)/.test(route) && !form,
)

/** The difference between an answer and the document; null if there is none. */
function findFault(
  { responses }: Operation,
  { status, body }: { status: number; body: unknown },
): string | null {
  const response = responses[status]
  if (!response) return `${status} is not in the document`
  const schema = response.content?.['application/json']?.schema
  if (!schema || '$ref' in schema) return null
  const checked = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(body)
  return checked.success ? null : z.prettifyError(checked.error)
}

async function callAs(row: Row, isAllowed: boolean) {
  const role = row.access === 'administrator' ? 'administrator' : 'owner'
  const send = callByRest(fixture, row.route)
  const call = { id: await row.item?.(fixture), json: await row.json?.(fixture), form: row.form?.(fixture) }
  return send({ ...call, cookie: isAllowed ? await fixture.cookie(role) : undefined })
}

test.each(described.filter(({ route }) => route !== 'GET /api/docs').map((row) => [row.route, row] as const))(
  '%s answers as documented, to permitted callers and to a visitor',
  async (route, row) => {
    const operation = operationOf(route)
    expect(operation).toBeDefined()
    if (!operation) return
    for (const isAllowed of [true, false]) {
      if (route === 'GET /api/events' && isAllowed) continue
      const answer = await callAs(row, isAllowed)
      expect(findFault(operation, answer)).toBeNull()
    }
  },
)

test('the document has no error under the OpenAPI rules', async () => {
  expect(await lintApi(JSON.stringify(document))).toEqual([])
})

test('the same rules find a fault in a document', async () => {
  const [path = ''] = Object.keys(document.paths)
  const broken = { ...document, paths: { ...document.paths, [`${path}/{missing}`]: document.paths[path] } }
  expect((await lintApi(JSON.stringify(broken))).length).toBeGreaterThan(0)
})
