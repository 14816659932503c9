import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { recordFailure } from '#db/limits.ts'
import { DomainError } from '#shared/errors.ts'
import { day, minute } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createMailOwner, type MailOwner } from '#test/support/email.ts'
import { authenticate } from './sender.ts'

let app: TestApp
let owner: MailOwner
let account: { id: string; email: string; oneTimePassword: string | null }
let domain: string
let counter = 0

beforeAll(async () => {
  app = await createTestApp()
  owner = await createMailOwner(app, 'Enterprise')
  domain = (await owner.addDomain()).name
})
afterAll(() => app.close())
beforeEach(async () => {
  counter += 1
  account = await owner.make({ local: `ada${counter}`, domain })
})

/** The outcome of a sign-in: in, out (wrong password), or told to wait. */
async function tryIn(address: string, password = account.oneTimePassword ?? ''): Promise<string> {
  try {
    return (await authenticate(app.deps, { name: account.email, password, address })) ? 'in' : 'out'
  } catch (error) {
    if (error instanceof DomainError && error.code === 'TOO_MANY_REQUESTS') return 'wait'
    throw error
  }
}
/** Wrong passwords from many addresses, until strangers are locked out of the mailbox. */
async function guess(network: number): Promise<void> {
  expect(await tryIn(`203.0.${network}.0`, 'wrong')).toBe('out')
  await app.store.tx(async (tx) => {
    for (let n = 1; n < 30; n += 1)
      await recordFailure(tx, {
        account: `mail:${account.id}`,
        address: `203.0.${network}.${n}`,
        now: app.deps.now(),
      })
  })
  expect(await tryIn(`198.51.${network}.1`)).toBe('wait')
}
const known = async () => {
  const { emailAccounts: a } = app.store.t
  const [row] = await app.store.read.select({ found: a.knownNetworks }).from(a).where(eq(a.id, account.id))
  return (row?.found ?? []).map(({ network }) => network)
}

test('outside guesses do not lock out a network with an earlier successful sign-in', async () => {
  expect(await tryIn('192.0.2.10')).toBe('in')
  expect(await tryIn('2001:db8:1:2::3')).toBe('in')
  await guess(1)
  for (const address of ['192.0.2.10', '192.0.2.77', '::ffff:192.0.2.10', '2001:db8:1:ffff::9'])
    expect([address, await tryIn(address)]).toEqual([address, 'in'])
  for (const address of ['192.0.3.10', '2001:db8:2::1'])
    expect([address, await tryIn(address)]).toEqual([address, 'wait'])
})

test('guesses do not make a network known, nor does the password of another mailbox', async () => {
  const first = account
  const other = await owner.make({ local: `eve${counter}`, domain })
  account = other
  expect(await tryIn('192.0.2.10')).toBe('in')
  account = first
  expect(await tryIn('192.0.2.10', 'wrong')).toBe('out')
  expect(await known()).toEqual([])
  await guess(2)
  expect(await tryIn('192.0.2.10')).toBe('wait')
})

test('guesses from a known network delay only that network', async () => {
  expect(await tryIn('192.0.2.10')).toBe('in')
  for (let n = 0; n < 5; n += 1) expect(await tryIn('192.0.2.66', 'wrong')).toBe('out')
  expect(await tryIn('192.0.2.66', 'wrong')).toBe('wait')
  expect(await tryIn('192.0.2.66')).toBe('wait')
  expect(await tryIn('192.0.2.10')).toBe('in')
  app.advance(16 * minute)
  expect(await tryIn('192.0.2.66')).toBe('in')
})

test('the ten latest networks of the last half year are known, latest first', async () => {
  for (let n = 1; n <= 12; n += 1) expect(await tryIn(`192.0.${n}.1`)).toBe('in')
  expect(await known()).toEqual(Array.from({ length: 10 }, (_, n) => `192.0.${12 - n}.0/24`))
  app.advance(100 * day)
  expect(await tryIn('192.0.5.9')).toBe('in')
  expect((await known())[0]).toBe('192.0.5.0/24')
  app.advance(100 * day)
  await guess(3)
  expect(await tryIn('192.0.5.1')).toBe('in')
  expect(await tryIn('192.0.6.1')).toBe('wait')
  expect(await known()).toEqual(['192.0.5.0/24'])
})

test('known networks stay known after a password change but grant no access', async () => {
  expect(await tryIn('192.0.2.10')).toBe('in')
  const former = account.oneTimePassword ?? ''
  const { oneTimePassword } = await owner.must<{ oneTimePassword: string }>(
    'POST',
    `${owner.account(account.id)}/password`,
  )
  account = { ...account, oneTimePassword }
  await guess(4)
  expect(await tryIn('192.0.2.10', former)).toBe('out')
  expect(await tryIn('192.0.2.10')).toBe('in')
})
