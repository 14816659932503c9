import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { and, eq, inArray } from 'drizzle-orm'
import { day, hour, minute } from '#shared/time.ts'
import { activateService, createTestApp, type TestApp } from '#test/support/app.ts'
import type { MemberRow, MembershipRow } from './contract.ts'

let app: TestApp
type Person = Awaited<ReturnType<TestApp['addCustomer']>>
let owner: Person
let guest: Person
let serviceId: string
let otherId: string
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.addCustomer()
  guest = await app.addCustomer()
  serviceId = (await activateService(app, owner.cookie)).serviceId
  otherId = (await activateService(app, owner.cookie)).serviceId
  await verify(guest, true)
})
beforeEach(async () => {
  // An account can send at most 50 invitations a day.
  app.advance(day)
  await confirmBoth()
  await app.store.tx((tx) => tx.delete(tx.t.serviceMembers))
})
afterAll(() => app.close())

const verify = ({ id }: Person, emailVerified: boolean) =>
  app.store.tx((tx) => tx.update(tx.t.users).set({ emailVerified }).where(eq(tx.t.users.id, id)))
/** Both have just signed in. */
const confirmBoth = () =>
  app.store.tx((tx) => {
    const { sessions } = tx.t
    return tx
      .update(sessions)
      .set({ confirmedAt: app.deps.now() })
      .where(inArray(sessions.userId, [owner.id, guest.id]))
  })
const wanted = () => ({ serviceId, email: guest.email, role: 'developer' })
const invite = (json: object = {}, cookie = owner.cookie) =>
  app.request('/api/user/members', { cookie, json: { ...wanted(), ...json } })
const invited = async (json: object = {}) => (await invite(json)).body as MemberRow
const shared = async ({ cookie }: Person = guest) =>
  (await app.request('/api/user/shared', { cookie })).body as MembershipRow[]
const members = async () =>
  (await app.request('/api/user/members', { cookie: owner.cookie })).body as MemberRow[]
const accept = (id: string, { cookie }: Person = guest) =>
  app.request(`/api/user/shared/${id}/accept`, { cookie, json: {} })
const acceptLink = (token: string, { cookie }: Person = guest) =>
  app.request('/api/user/shared/accept', { cookie, json: { token } })
const call = (path: string, id: string, { cookie }: Person = guest, more: object = {}) =>
  app.request(path, { cookie, headers: { 'x-acting-for': id }, ...more })
const join = async (json: object = {}) => {
  const { id } = await invited(json)
  expect((await accept(id)).status).toBe(200)
  return id
}
const mailOf = async (relatedId: string, kind = 'members.invitation') => {
  const { mails } = app.store.t
  const [mail] = await app.store.read
    .select()
    .from(mails)
    .where(and(eq(mails.relatedId, relatedId), eq(mails.kind, kind)))
  return mail
}
const tokenOf = async (id: string) => /invitation=([\w-]+)/.exec((await mailOf(id))?.text ?? '')?.[1] ?? ''

describe('an invitation', () => {
  test('goes to the address by mail with a link whose token is not stored', async () => {
    const { status, body } = await invite()
    const row = body as MemberRow
    expect(status).toBe(201)
    expect(row).toMatchObject({ serviceId, email: guest.email, role: 'developer', status: 'invited' })
    expect(await mailOf(row.id)).toMatchObject({ to: guest.email })
    const token = await tokenOf(row.id)
    expect(token).toHaveLength(43)
    const rows = await app.store.read.select().from(app.store.t.serviceMembers)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('grants nothing before it is accepted', async () => {
    const { id } = await invited()
    expect(await call(`/api/user-services/${serviceId}`, id)).toMatchObject({
      status: 403,
      body: { code: 'NOT_A_MEMBER' },
    })
  })

  test('is accepted by its link once, by the account whose verified address it is', async () => {
    const { id } = await invited()
    const token = await tokenOf(id)
    expect((await acceptLink(token, await app.addCustomer())).status).toBe(403)
    await verify(guest, false)
    expect((await acceptLink(token)).status).toBe(403)
    expect(await shared()).toEqual([])
    await verify(guest, true)
    expect(await acceptLink(token)).toMatchObject({ status: 200, body: { id, status: 'active' } })
    expect((await acceptLink(token)).status).toBe(422)
    expect(await mailOf(id, 'members.joined')).toMatchObject({ to: owner.email })
  })

  test('may be sent to an address without an account', async () => {
    const { id } = await invited({ email: 'later@example.org' })
    const later = await app.signUp({ email: 'later@example.org' })
    await verify(later, true)
    expect((await accept(id, later)).status).toBe(200)
  })

  test('is reported as missing when it is for another person', async () => {
    const { id } = await invited()
    const [other, missing] = [await app.addCustomer(), Bun.randomUUIDv7()]
    await verify(other, true)
    for (const each of [id, missing]) expect((await accept(each, other)).status).toBe(404)
    const leave = (each: string) =>
      app.request(`/api/user/shared/${each}`, { method: 'DELETE', cookie: other.cookie })
    for (const each of [id, missing]) expect((await leave(each)).status).toBe(404)
  })

  test('expires after seven days, and the address can be invited again', async () => {
    const { id } = await invited()
    const token = await tokenOf(id)
    app.advance(7 * day + minute)
    expect((await accept(id)).status).toBe(404)
    expect((await acceptLink(token)).status).toBe(422)
    // The sign-in is too old by now, so the portal asks again.
    expect(await invite()).toMatchObject({ status: 403, body: { code: 'SUDO_REQUIRED' } })
    await confirmBoth()
    expect((await invite()).status).toBe(201)
  })

  test.each([
    ['email', { email: 'no address' }],
    ['role', { role: 'owner' }],
    ['endsAt', { endsAt: 'tomorrow' }],
    ['endsAt', { endsAt: '2020-01-01T00:00:00Z' }],
  ])('is refused with the field %s', async (field, json) => {
    const { status, body } = await invite(json)
    expect(status).toBe(422)
    expect((body as { fields: object }).fields).toHaveProperty(field)
  })

  test('is refused to one’s own address, twice to the same, and to the twenty-first of a service', async () => {
    expect((await invite({ email: owner.email.toUpperCase() })).status).toBe(422)
    expect((await invite()).status).toBe(201)
    expect((await invite({ email: guest.email.toUpperCase() })).status).toBe(422)
    for (let n = 2; n <= 20; n += 1) expect((await invite({ email: `n${n}@example.org` })).status).toBe(201)
    expect(await invite({ email: 'n21@example.org' })).toMatchObject({
      status: 403,
      body: { code: 'LIMIT_REACHED', limit: 20 },
    })
  })

  test('is refused to one of two concurrent invitations to the last place', async () => {
    for (let n = 1; n <= 19; n += 1) await invite({ email: `n${n}@example.org` })
    const answers = await Promise.all(['a', 'b'].map((name) => invite({ email: `${name}@example.org` })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403])
  })

  test('to another customer’s service is reported as one to a missing service', async () => {
    for (const id of [serviceId, Bun.randomUUIDv7()])
      expect((await invite({ serviceId: id }, guest.cookie)).status).toBe(404)
  })
})

describe('a member', () => {
  test('acts for the owner, and the audit log has the member’s name', async () => {
    const id = await join()
    const path = `/api/server-settings/${serviceId}`
    expect((await call(path, id, guest, { json: { autoRestart: false } })).status).toBe(200)
    const { auditLog: a } = app.store.t
    const [entry] = await app.store.read.select().from(a).where(eq(a.action, 'service.auto-restart'))
    expect(entry).toMatchObject({ actorId: guest.id, actor: guest.email, userId: owner.id })
    expect(entry?.details).toMatchObject({ membership: id })
  })

  test('sees the shared service and no other', async () => {
    const id = await join()
    const { body } = await call('/api/user-services', id)
    expect((body as { id: string }[]).map((each) => each.id)).toEqual([serviceId])
    expect((await call(`/api/user-services/${otherId}`, id)).status).toBe(404)
  })

  test('never receives an answer that the owner stored under the same Idempotency-Key', async () => {
    const id = await join()
    const headers = { 'idempotency-key': 'the same' }
    const json = { serviceId, path: 'assets' }
    await app.request('/api/files/folders', { cookie: owner.cookie, json, headers })
    const answer = await call('/api/files/folders', id, guest, {
      json,
      headers: { ...headers, 'x-acting-for': id },
    })
    expect(answer.headers.get('idempotent-replay')).toBeNull()
  })

  test('uploads to the shared service, and gets NOT_FOUND for any other', async () => {
    const id = await join()
    const upload = (to: string, at: 'query' | 'form') => {
      const body = new FormData()
      if (at === 'form') body.append('serviceId', to)
      body.append('file', new File(['abc'], `${to}-${at}.txt`))
      return call(`/api/files${at === 'query' ? `?serviceId=${to}` : ''}`, id, guest, {
        body,
        method: 'POST',
      })
    }
    for (const at of ['query', 'form'] as const) {
      expect((await upload(serviceId, at)).status).toBe(201)
      expect((await upload(otherId, at)).status).toBe(404)
    }
    const { files } = app.store.t
    expect(await app.store.read.$count(files, eq(files.serviceId, otherId))).toBe(0)
  })

  test('has the role and the end date that the owner changed from the next call on', async () => {
    const id = await join()
    const change = (json: object) =>
      app.request(`/api/user/members/${id}`, { method: 'PATCH', cookie: owner.cookie, json })
    expect((await change({ role: 'viewer' })).status).toBe(200)
    const restart = () => call(`/api/server-restart/${serviceId}`, id, guest, { json: {} })
    expect((await restart()).status).toBe(403)
    const endsAt = new Date(app.deps.now().getTime() + hour).toISOString()
    expect((await change({ endsAt })).body).toMatchObject({ role: 'viewer', endsAt })
    expect((await call('/api/user-services', id)).status).toBe(200)
    app.advance(hour)
    expect((await call('/api/user-services', id)).status).toBe(403)
    expect(await members()).toMatchObject([{ id, status: 'ended' }])
  })

  test('can do nothing any more after being removed or leaving, and leaving notifies the owner', async () => {
    const removed = await join()
    expect(
      (await app.request(`/api/user/members/${removed}`, { method: 'DELETE', cookie: owner.cookie })).status,
    ).toBe(200)
    expect((await call('/api/user-services', removed)).status).toBe(403)
    const left = await join()
    const { status } = await app.request(`/api/user/shared/${left}`, {
      method: 'DELETE',
      cookie: guest.cookie,
    })
    expect(status).toBe(200)
    expect((await call('/api/user-services', left)).status).toBe(403)
    expect(await mailOf(left, 'members.left')).toMatchObject({ to: owner.email })
    expect([await members(), await shared()]).toEqual([[], []])
  })

  test('can do nothing any more once the service has ended', async () => {
    const id = await join()
    const { userServices: s } = app.store.t
    const become = (status: 'active' | 'terminated') =>
      app.store.tx((tx) => tx.update(s).set({ status }).where(eq(s.id, serviceId)))
    await become('terminated')
    expect((await call('/api/user-services', id)).status).toBe(403)
    expect(await shared()).toEqual([])
    await become('active')
  })

  test('has none of the owner’s rights as an administrator, and none of their own', async () => {
    const id = await join()
    const setAdmin = (isAdmin: boolean) => app.store.tx((tx) => tx.update(tx.t.users).set({ isAdmin }))
    await setAdmin(true)
    expect((await call('/api/admin/users', id)).status).toBe(403)
    await setAdmin(false)
  })

  test('is not accepted for an API key', async () => {
    const id = await join()
    const { body } = await app.request('/api/user/api-keys', {
      cookie: guest.cookie,
      json: { name: 'Key', scopes: ['servers:read'] },
    })
    const authorization = `Bearer ${(body as { key: string }).key}`
    const headers = { authorization, 'x-acting-for': id }
    expect(await app.request('/api/user-services', { headers })).toMatchObject({ status: 403 })
  })
})
