import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createMailOwner, type MailOwner } from '#test/support/email.ts'
import { resolveRecipient } from './resolve-recipient.ts'

let app: TestApp
let owner: MailOwner
let domain: { id: string; name: string }
beforeAll(async () => {
  app = await createTestApp()
  owner = await createMailOwner(app)
  domain = await owner.addDomain()
})
afterAll(() => app.close())

const resolve = (address: string) => resolveRecipient(app.deps, address)
const at = (local: string) => `${local}@${domain.name}`
const make = (local: string, more = {}) => owner.make({ local, domain: domain.name, ...more })

test('an address resolves to its account, in any case and with a tag', async () => {
  const { id } = await make('anna')
  expect(await resolve(at('ANNA').toUpperCase())).toMatchObject({
    row: { id },
    tag: null,
    isServiceOpen: true,
  })
  expect(await resolve(at('anna+shop+2'))).toMatchObject({ row: { id }, tag: 'shop+2' })
  const exact = await make('annas')
  expect(await resolve(at('annas'))).toMatchObject({ row: { id: exact.id } })
})

test.each([
  ['nobody', true],
  ['+anna', true],
  ['', false],
  ['a b', false],
])('the local part %p resolves to no account', async (local, isOurDomain) => {
  expect(await resolve(at(local))).toEqual({ kind: 'unknown', isOurDomain })
})

test('an address of an unknown domain is not local', async () => {
  expect(await resolve('anna@partner.example')).toEqual({ kind: 'unknown', isOurDomain: false })
})

test('an example domain never resolves', async () => {
  const bare = await createMailOwner(app)
  await bare.make({ local: 'anna', domain: 'example.com' })
  expect(await resolve('anna@example.com')).toEqual({ kind: 'unknown', isOurDomain: false })
})

test('a suspended service is reported, and a suspended account still resolves', async () => {
  const other = await createMailOwner(app)
  const { name } = await other.addDomain()
  const { id, email } = await other.make({ local: 'berta', domain: name })
  await other.call('PUT', `${other.account(id)}/status`, { status: 'suspended' })
  expect(await resolve(email)).toMatchObject({ row: { status: 'suspended' }, isServiceOpen: true })
  const { userServices: s } = app.store.t
  await app.store.tx((tx) => tx.update(s).set({ status: 'suspended' }).where(eq(s.id, other.serviceId)))
  expect(await resolve(email)).toMatchObject({ isServiceOpen: false })
})

test('a catch-all receives mail for unknown addresses, but not for deleted ones', async () => {
  const all = await make('all')
  const gone = await make('gone')
  await owner.call('DELETE', owner.account(gone.id))
  const now = app.deps.now()
  await app.store.tx((tx) =>
    tx.insert(tx.t.emailDomains).values({
      userId: owner.userId,
      domainId: domain.id,
      catchAllId: all.id,
      dkimSelector: 's1',
      dkimPrivateKey: 'sealed',
      dkimPublicKey: 'public',
      createdAt: now,
      updatedAt: now,
    }),
  )
  expect(await resolve(at('whoever'))).toMatchObject({ row: { id: all.id }, tag: null })
  expect(await resolve(at('gone'))).toEqual({ kind: 'unknown', isOurDomain: true })
  await owner.call('DELETE', owner.account(all.id))
  expect(await resolve(at('whoever'))).toEqual({ kind: 'unknown', isOurDomain: true })
})
