import { afterAll, beforeAll, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { second } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const put = (cookie: string | undefined, json: unknown) =>
  app.request('/api/user/profile', { method: 'PUT', cookie, json })

const entriesOf = (userId: string) => {
  const { auditLog } = app.store.t
  return app.store.read
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.userId, userId), eq(auditLog.action, 'user.profile')))
}

const mailsOf = (userId: string) => {
  const { mails } = app.store.t
  return app.store.read.select().from(mails).where(eq(mails.userId, userId))
}

test('changes any part of a profile and leaves the rest', async () => {
  const { cookie, email } = await app.addCustomer()
  const first = await put(cookie, { firstName: ' Asha ', lastName: 'Rao', address: '1 MG Road\nBengaluru' })
  expect(first.status).toBe(200)
  expect(first.body).toMatchObject({
    firstName: 'Asha',
    lastName: 'Rao',
    address: '1 MG Road\nBengaluru',
    email,
  })
  const second = await put(cookie, { organization: 'Rao & Sons' })
  expect(second.body).toMatchObject({ firstName: 'Asha', organization: 'Rao & Sons' })
  expect((await app.request('/api/user', { cookie })).body).toEqual(second.body)
  expect(second.text).not.toContain('assword')
})

test('an empty string and null clear a name, an organisation and an address', async () => {
  const { cookie } = await app.addCustomer()
  await put(cookie, { firstName: 'Asha', organization: 'Rao', address: 'Here' })
  const reply = await put(cookie, { firstName: '', organization: null, address: '  ' })
  expect(reply.body).toMatchObject({ firstName: null, organization: null, address: null })
})

test('normalises line breaks of an address', async () => {
  const { cookie } = await app.addCustomer()
  const reply = await put(cookie, { address: '1 MG Road\r\nBengaluru\rIndia' })
  expect(reply.body).toMatchObject({ address: '1 MG Road\nBengaluru\nIndia' })
})

test('ignores fields that a profile does not have', async () => {
  const { cookie, id } = await app.addCustomer()
  const reply = await put(cookie, {
    isAdmin: true,
    hasAdminAccess: true,
    emailVerified: true,
    id: 'x',
    lastName: 'Rao',
  })
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject({
    id,
    isAdmin: false,
    hasAdminAccess: false,
    emailVerified: false,
    lastName: 'Rao',
  })
})

test('equal values write no entry in the audit log and send no mail', async () => {
  const { cookie, id, email, mobile } = await app.addCustomer()
  await put(cookie, { firstName: 'Asha' })
  const [entry, ...others] = await entriesOf(id)
  expect(others).toEqual([])
  expect(entry?.note).toBe('firstName')
  const same = await put(cookie, {
    firstName: 'Asha',
    lastName: '',
    email,
    mobile: mobile.replace('+91', ''),
  })
  expect(same.status).toBe(200)
  expect((await put(cookie, {})).status).toBe(200)
  expect(await entriesOf(id)).toHaveLength(1)
  expect(await mailsOf(id)).toEqual([])
})

test.each([
  [{ email: '' }, 'email'],
  [{ email: null }, 'email'],
  [{ mobile: '  ' }, 'mobile'],
  [{ mobile: null }, 'mobile'],
  [{ email: 'nobody' }, 'email'],
  [{ mobile: '12' }, 'mobile'],
  [{ firstName: 'A\nB' }, 'firstName'],
  [{ firstName: 'a'.repeat(81) }, 'firstName'],
  [{ organization: 'a'.repeat(121) }, 'organization'],
  [{ address: 'a'.repeat(501) }, 'address'],
  [{ address: 'a\0b' }, 'address'],
  [{ lastName: 7 }, 'lastName'],
])('refuses %j with its field', async (json, field) => {
  const { cookie, id } = await app.addCustomer()
  const reply = await put(cookie, json)
  expect(reply.status).toBe(422)
  expect((reply.body as { fields: object }).fields).toHaveProperty(field)
  expect(await entriesOf(id)).toEqual([])
})

test('refuses another user’s email address or mobile number in the words of sign-up', async () => {
  const other = await app.addCustomer()
  const { cookie } = await app.addCustomer()
  const answers = [
    await put(cookie, { email: other.email.toUpperCase() }),
    await put(cookie, { mobile: other.mobile }),
  ]
  for (const { status, body } of answers) {
    expect(status).toBe(409)
    expect(body).toMatchObject({ message: 'An account with this email or mobile number already exists.' })
  }
})

test('one of two customers who change to the same address simultaneously succeeds', async () => {
  const people = [await app.addCustomer(), await app.addCustomer()]
  const email = `wanted-${people[0]?.id}@example.com`
  const answers = await Promise.all(people.map(({ cookie }) => put(cookie, { email })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('stores a mobile number as E.164 and unverified', async () => {
  const { cookie, id } = await app.addCustomer()
  const { users } = app.store.t
  await app.store.tx((tx) => tx.update(tx.t.users).set({ mobileVerified: true }).where(eq(users.id, id)))
  const reply = await put(cookie, { mobile: '\u202d+91 (0)98765/43\u2011210\u202c' })
  expect(reply.body).toMatchObject({ mobile: '+919876543210', mobileVerified: false })
})

test('changes no profile without a session, or from another site', async () => {
  expect((await put(undefined, { firstName: 'Asha' })).status).toBe(401)
  const { cookie } = await app.addCustomer()
  const headers = { origin: 'https://elsewhere.example' }
  const foreign = { method: 'PUT', cookie, json: { firstName: 'Asha' }, headers }
  expect((await app.request('/api/user/profile', foreign)).status).toBe(403)
})

test('the activity shows what changed in a profile, the latest change only', async () => {
  const { cookie } = await app.addCustomer()
  await put(cookie, { firstName: 'Asha' })
  app.advance(second)
  await put(cookie, { lastName: 'Rao', mobile: '98765 43219' })
  const { body } = await app.request('/api/trpc/activity.list', { cookie })
  const listed = (body as { result: { data: { kind: string }[] } }).result.data
  const changes = listed.filter(({ kind }) => kind === 'profile')
  expect(changes).toMatchObject([
    { title: 'Profile changed', subject: 'Your account', detail: 'Last name, mobile number.' },
  ])
})

test('open pages of a customer hear of a change, and not of equal values', async () => {
  const { cookie, id } = await app.addCustomer()
  const heard: string[] = []
  const stop = app.deps.events.subscribe((event) => {
    if (event.userId === id) heard.push(event.kind)
  })
  await put(cookie, { firstName: 'Asha' })
  expect(heard).toEqual(['user'])
  await put(cookie, { firstName: 'Asha' })
  expect(heard).toEqual(['user'])
  stop()
})
