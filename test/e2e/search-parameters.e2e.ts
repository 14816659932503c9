import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createRandom } from '../fuzz/random.ts'
import { type Person, startPortal, type TestPortal } from '../support/portal.ts'
import { inTier } from '../support/tier.ts'
import { routePaths } from './routes.ts'

let portal: TestPortal
let customer: Person
let paths: string[]
beforeAll(async () => {
  portal = await startPortal({ env: { TRY_SITES: 'true', DB_MYSQL: 'off' } })
  customer = await portal.customer()
  const order = await portal.order(customer, 'search.example.com')
  await portal.activate(customer, order)
  const names = { dbName: 'shop', dbUser: 'clerk', dbPassword: 'a long password' }
  // The database waits for its engine, and its console opens normally.
  const database = await customer.call<{ id: string }>('/api/databases', {
    serviceId: order.serviceId,
    ...names,
  })
  const { id: customerId } = await customer.call<{ id: string }>('/api/user')
  const parameters = {
    $serviceId: order.serviceId,
    $customerId: customerId,
    $id: database.id,
    $name: 'a'.repeat(26),
  }
  paths = routePaths.map((path) =>
    Object.entries(parameters).reduce((filled, [name, value]) => filled.replace(name, value), path),
  )
  // Every path has its parameters filled in, except the page for unknown addresses.
  expect(paths.filter((path) => path.includes('$'))).toEqual(['/$'])
})
afterAll(() => portal.stop())

/** The texts that a page shows for a refused call. */
const refusals = /could not be loaded|cannot have this value|something went wrong/i

/** Follows an address to its final page, through the one redirect that drops invalid parameters. */
async function follow(path: string, person: Person | null) {
  const headers: Record<string, string> = person ? { cookie: person.cookie } : {}
  const places = [path]
  for (;;) {
    const place = places.at(-1) ?? path
    const answer = await fetch(portal.url + place, { headers, redirect: 'manual' })
    const next = answer.headers.get('location')
    if (next === null || places.length > 4)
      return { places, status: answer.status, html: await answer.text() }
    places.push(next)
  }
}

const keys = [
  ...['tab', 'next', 'plan', 'category', 'order', 'sent', 'reset', 'token', 'verified', 'service', 'path'],
  ...[
    'q',
    'sort',
    'at',
    'view',
    'show',
    'project',
    'domain',
    'find',
    'part',
    'file',
    'range',
    'status',
    'cursor',
    'selected',
    'page',
    'dialog',
    'schema',
    'table',
  ],
]
const junk = ['zzjunkzz', '', '..%2F..', '%00', '%ED%A0%80', '%E2%80%AE', '-1', `${'z'.repeat(4_000)}`]

/** The number of generated addresses for each page. */
const rounds = inTier({ short: 2, all: 12 })

test.each([
  ['a visitor', () => null],
  ['a customer', () => customer],
  ['an administrator', () => portal.admin],
])(
  'no search parameter breaks a page for %s, and none is shown where it does not belong',
  async (_who, who) => {
    const random = createRandom(1)
    for (const path of paths) {
      for (let round = 0; round < rounds; round += 1) {
        const query = [random.pick(keys), random.pick(keys)].map((key) => `${key}=${random.pick(junk)}`)
        const { places, status, html } = await follow(`${path}?${query.join('&')}`, who())
        const known = { places, status: status < 300 || status === 404, refused: refusals.test(html) }
        expect(known).toEqual({ places: expect.any(Array), status: true, refused: false })
        expect(places.length).toBeLessThan(5)
      }
    }
  },
  300_000,
)

test.each([
  ['/cloud-management?tab=junk', '/cloud-management'],
  ['/files?page=abc', '/files'],
  ['/files?at=abc&sort=junk&path=..%2F..', '/files?sort=junk&at=abc'],
  ['/backups?service=abc', '/backups'],
  ['/databases?service=abc&dialog=junk', '/databases'],
  ['/account?verified=maybe', '/account'],
])('%s opens %s', async (asked, opened) => {
  const { places, status } = await follow(asked, customer)
  expect([places, status]).toEqual([[asked, opened], 200])
})

test('an unknown reference is not shown on the contact page', async () => {
  for (const sent of ['Call-0800-EVIL', 'CM-12', '<b>x</b>']) {
    const { places, status, html } = await follow(`/contact?sent=${encodeURIComponent(sent)}`, null)
    expect([places.at(-1), status]).toEqual(['/contact', 200])
    expect(html).not.toContain('Message sent')
  }
  expect((await follow('/contact?sent=CM-ABCDEFGH', null)).html).toContain('CM-ABCDEFGH')
})
