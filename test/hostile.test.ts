import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { appRouter } from '#app/router.ts'
import { listRoutes } from '#server/http/rest.ts'
import { createTestApp, type TestApp } from './support/app.ts'

const strings = [
  '',
  '   ',
  '\u0000',
  'a\u0000b',
  '\u202egpj.exe',
  '\u200b',
  '\ud800',
  `e${'\u0301'.repeat(300)}`,
  '👩‍👩‍👧‍👦',
  'аpple',
  '=HYPERLINK("http://evil.example")',
  '"><script>alert(1)</script>',
  'javascript:alert(1)',
  '{{7*7}}',
  '<%= 7*7 %>',
  '$(id)',
  '; rm -rf /',
  '%n%s%x',
  '\u001b[2J',
  '\r\nSet-Cookie: x=1',
  "' OR 1=1--",
  'id;DROP TABLE users',
  '../../etc/passwd',
  '%2e%2e%2f',
  '__proto__',
  'constructor',
  '[object Object]',
  'x'.repeat(50_000),
]
const numbers = [-1, -0, 0, 0.1, 1e308, 2 ** 53, Number.MAX_SAFE_INTEGER]
const others: unknown[] = [
  null,
  true,
  false,
  [],
  [[]],
  {},
  { $ne: null },
  { toString: 1 },
  { length: 1e9 },
  ['a', 'b'],
]
const values: unknown[] = [...strings, ...numbers, ...others]

const ids = [
  '1',
  '-1',
  '0',
  'null',
  'undefined',
  'all',
  '..',
  '%2e%2e%2f',
  'a%00b',
  '%ff',
  '%',
  '[object%20Object]',
  "'%20OR%201=1--",
  'id;DROP%20TABLE%20users',
  '__proto__',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '0190a000-0000-7000-8000-000000000000%0a',
  'x'.repeat(10_000),
]

const fields = [
  ['planId', 'amount', 'paymentMethod', 'domain', 'id', 'userId', 'status', 'isAdmin', 'hasAdminAccess'],
  ['email', 'mobile', 'password', 'firstName', 'lastName', 'emailOrMobile', 'code', 'token', 'newPassword'],
  ['currentPassword', 'subject', 'message', 'note', 'serverIp', 'reason', 'name', 'description', 'icon'],
  ['basePrice', 'categoryId', 'price', 'originalPrice', 'isPopular', 'isContact', 'limits', 'isArchived'],
  ['q', 'cursor', 'limit', '__proto__', 'constructor', 'toString', 'hasOwnProperty'],
].flat()

let app: TestApp
let cookies: string[]
beforeAll(async () => {
  app = await createTestApp()
  cookies = [(await app.addCustomer()).cookie, (await app.addAdministrator()).cookie]
})
afterAll(() => app.close())

let counter = 0
const address = () => {
  counter += 1
  return `10.9.${(counter >> 8) & 255}.${counter & 255}`
}

const inside = /sqlite|drizzle|postgres(?!ql\b)|\bat \w+ \(|node_modules|stack|\/src\//i

/** Never a 5xx, and never an internal detail. */
async function expectHarmless(path: string, options: Parameters<TestApp['request']>[1]) {
  const reply = await app.request(path, { ...options, address: address() })
  const sent = JSON.stringify(options?.json)?.slice(0, 60) ?? ''
  if (reply.status >= 500)
    throw new Error(`${options?.method} ${path.slice(0, 90)} ${sent}: ${reply.status} ${reply.text}`)
  if (reply.status >= 400) {
    expect(reply.body).toMatchObject({ message: expect.any(String), code: expect.any(String) })
    expect(reply.text).not.toMatch(inside)
  }
  return reply
}

const routes = listRoutes(appRouter)
// Filters for which some words mean no filter (docs/product/conventions.md, "Lists").
const filters = new Set(['/api/backups/:serviceId', '/api/files/:serviceId', '/api/databases/:serviceId'])
const named = routes.filter(({ path }) => path.includes(':') && !filters.has(path))
// Sign-out would end the session that the other calls need.
const writing = routes.filter(({ method, path }) => method !== 'GET' && path !== '/api/logout')
const reading = routes.filter(({ method }) => method === 'GET')

describe('an invalid id is refused without a fault by', () => {
  test.each(named.map(({ method, path }) => [method, path] as const))('%s %s', async (method, path) => {
    for (const cookie of cookies) {
      for (const id of ids) {
        const json = method === 'GET' ? undefined : {}
        const reply = await expectHarmless(path.replace(/:\w+/, id), { method, cookie, json })
        expect(reply.status).toBeGreaterThanOrEqual(400)
      }
    }
  })
})

describe('a body of hostile values causes no fault in', () => {
  test.each(writing.map(({ method, path }) => [method, path] as const))('%s %s', async (method, path) => {
    const target = path.replace(/:\w+/, Bun.randomUUIDv7())
    const [customer, administrator] = cookies
    const cookie = path.startsWith('/api/admin') ? administrator : customer
    for (const value of values) {
      const entries = fields.map((field) => `${JSON.stringify(field)}:${JSON.stringify(value)}`)
      const length = typeof value === 'string' && value.length > 1_000 ? 1 : entries.length
      const body = `{${entries.slice(0, length).join(',')}}`
      const headers = { 'content-type': 'application/json' }
      await expectHarmless(target, { method, cookie, body, headers })
    }
  })
})

describe('a query of hostile values causes no fault in', () => {
  test.each(reading.map(({ path }) => path))('GET %s', async (path) => {
    const target = path.replace(/:\w+/, Bun.randomUUIDv7())
    for (const value of strings.map((text) => text.slice(0, 2_000).toWellFormed())) {
      const query = new URLSearchParams(
        ['q', 'status', 'cursor', 'limit', 'serviceId', '__proto__'].map((name) => [name, value]),
      )
      await expectHarmless(`${target}?${query}`, { method: 'GET', cookie: cookies[1] })
    }
    for (const query of [
      'limit=1&limit=2',
      'q[]=1',
      'q[$ne]=1',
      'cursor=%ff',
      'q=%',
      '%=%',
      '&&&',
      'limit=1e309',
    ])
      await expectHarmless(`${target}?${query}`, { method: 'GET', cookie: cookies[1] })
  })
})

test('hostile input changes no prototype, grants no rights and logs no fault', async () => {
  expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined()
  const { users } = app.store.t
  const rows = await app.store.read.select().from(users)
  expect(rows.filter(({ isAdmin }) => isAdmin)).toHaveLength(1)
  expect(rows.filter(({ hasAdminAccess }) => hasAdminAccess)).toEqual([])
  // A burst of denials is reported; nothing else is.
  expect(app.logged.filter((line) => !line.includes('many requests denied'))).toEqual([])
})
