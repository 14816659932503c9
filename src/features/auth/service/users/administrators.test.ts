import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import { type AuthApp, createAuthApp, type Visitor } from '#test/support/auth-app.ts'
import { createTestStore, type TestStore } from '#test/support/store.ts'
import { createAdministrator, ensureAdministrator, hasAdministrator } from './administrators.ts'
import { getUser, listUsers, updateUserFlags } from './users.ts'

let held: TestStore
let app: AuthApp
const password = 'correct horse'
const root = { email: 'Root@Example.com', mobile: '98000 00009', password }
const named = { ADMIN_EMAIL: root.email, ADMIN_MOBILE: root.mobile, ADMIN_PASSWORD: password }
beforeEach(async () => {
  held = await createTestStore()
  app = await createAuthApp(held.store)
})
afterEach(() => held.close())

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  )

async function signUp(number: number): Promise<{ id: string; visitor: Visitor }> {
  const visitor = app.visit()
  const body = { email: `user${number}@example.com`, mobile: `980000000${number}`, password }
  const { id } = await (await visitor.post('/api/register', body)).json()
  return { id, visitor }
}

async function contextOf(visitor: Visitor): Promise<CustomerContext> {
  const request = new Request('http://portal.test/', { headers: { cookie: visitor.cookie } })
  const ctx = await app.contextOf(request)
  if (!ctx.user || !ctx.session) throw new Error('not signed in')
  return { ...ctx, user: ctx.user, session: ctx.session }
}

async function signInRoot(emailOrMobile = root.email): Promise<CustomerContext> {
  const visitor = app.visit()
  await visitor.post('/api/login', { emailOrMobile, password })
  return contextOf(visitor)
}

describe('the first administrator', () => {
  test('is not simply the first user to sign up', async () => {
    await signUp(1)
    expect(await hasAdministrator(held.store)).toBe(false)
  })

  test('cannot have an easily guessed password', async () => {
    for (const easy of ['12345678', 'Admin@123', 'Root@example.com', 'Acme & Sons'])
      expect(await codeOf(createAdministrator(app.deps, { ...root, password: easy }))).toBe('INVALID')
    expect(await hasAdministrator(held.store)).toBe(false)
  })

  test('is created at the command line, is audited, and can sign in', async () => {
    const { mobile } = await createAdministrator(app.deps, root)
    expect(mobile).toBe('+919800000009')
    expect(await hasAdministrator(held.store)).toBe(true)
    expect((await signInRoot()).user.isAdmin).toBe(true)
    expect(await app.actions()).toContain('auth.admin.create')
  })

  test.each([
    [{ email: 'none' }, 'INVALID'],
    [{ mobile: '12' }, 'INVALID'],
    [{ password: 'short' }, 'INVALID'],
  ])('needs the details that every user needs: %j', async (bad, code) => {
    expect(await codeOf(createAdministrator(app.deps, { ...root, ...bad }))).toBe(code)
    expect(await hasAdministrator(held.store)).toBe(false)
  })

  test('cannot be an existing account', async () => {
    await signUp(1)
    expect(await codeOf(createAdministrator(app.deps, { ...root, email: 'USER1@example.com' }))).toBe(
      'CONFLICT',
    )
    expect(await codeOf(createAdministrator(app.deps, { ...root, mobile: '+919800000001' }))).toBe('CONFLICT')
    expect(await hasAdministrator(held.store)).toBe(false)
  })

  test('is created from the settings once, which are ignored afterwards', async () => {
    const { deps } = await createAuthApp(held.store, named)
    expect(await ensureAdministrator(app.deps)).toBe(false)
    expect(await ensureAdministrator(deps)).toBe(true)
    expect(await ensureAdministrator(deps)).toBe(false)
    const other = await createAuthApp(held.store, {
      ...named,
      ADMIN_EMAIL: 'other@example.com',
      ADMIN_PASSWORD: 'short',
    })
    expect(await ensureAdministrator(other.deps)).toBe(false)
    expect(await held.store.read.$count(held.store.t.users)).toBe(1)
  })

  test('is refused with the name of each invalid setting', async () => {
    const { deps } = await createAuthApp(held.store, { ...named, ADMIN_PASSWORD: 'short' })
    await expect(ensureAdministrator(deps)).rejects.toThrow(/ADMIN_PASSWORD/)
  })
})

describe('the administrator’s view of users', () => {
  test('lists the newest first in pages, searches names and prefixes of e-mail or mobile, and reveals no secrets', async () => {
    await createAdministrator(app.deps, root)
    for (const number of [1, 2, 3]) {
      app.pass(1_000)
      await signUp(number)
    }
    const { users } = held.store.t
    await held.store.tx((tx) =>
      tx
        .update(users)
        .set({ firstName: 'Élodie', lastName: 'Rao' })
        .where(eq(users.emailKey, 'user2@example.com')),
    )
    const ctx = await signInRoot('9800000009')
    const first = await listUsers(ctx, { limit: 3 })
    expect(first.items.map(({ email }) => email)).toEqual([
      'user3@example.com',
      'user2@example.com',
      'user1@example.com',
    ])
    const rest = await listUsers(ctx, { limit: 3, cursor: first.nextCursor ?? '' })
    expect(rest.items.map(({ email }) => email)).toEqual(['Root@Example.com'])
    expect(rest.nextCursor).toBeNull()
    const found = async (q: string) =>
      (await listUsers(ctx, { limit: 10, q })).items.map(({ email }) => email)
    expect(await found('USER2')).toEqual(['user2@example.com'])
    for (const name of ['rao', 'ÉLODIE', 'e\u0301lodie', 'élodie rao', 'die'])
      expect([name, await found(name)]).toEqual([name, ['user2@example.com']])
    expect(await found('98000 00003')).toEqual(['user3@example.com'])
    expect(await found('+919800000001')).toEqual(['user1@example.com'])
    expect(await found(first.items[0]?.id ?? '')).toEqual(['user3@example.com'])
    expect(await found('%')).toEqual([])
    expect(await found('user_@')).toEqual([])
    expect(first.items[0]).toMatchObject({ activeServices: 0, pendingServices: 0 })
    expect(JSON.stringify(first)).not.toContain('argon2')
    expect(await codeOf(listUsers(ctx, { limit: 3, cursor: 'nonsense' }))).toBe('INVALID')
  })

  test('returns a user, or NOT_FOUND', async () => {
    await createAdministrator(app.deps, root)
    const { id } = await signUp(1)
    const ctx = await signInRoot()
    expect((await getUser(ctx, { id })).email).toBe('user1@example.com')
    expect(await codeOf(getUser(ctx, { id: Bun.randomUUIDv7() }))).toBe('NOT_FOUND')
  })

  test("changes flags as of the next request, but never the caller's own", async () => {
    await createAdministrator(app.deps, root)
    const { id, visitor } = await signUp(1)
    const ctx = await signInRoot()
    expect(await updateUserFlags(ctx, { id, isAdmin: true })).toMatchObject({
      isAdmin: true,
      hasAdminAccess: false,
    })
    expect(await (await visitor.get('/api/user')).json()).toMatchObject({ isAdmin: true })
    expect(await updateUserFlags(ctx, { id, isAdmin: false, hasAdminAccess: true })).toMatchObject({
      isAdmin: false,
      hasAdminAccess: true,
    })
    expect(await codeOf(updateUserFlags(ctx, { id: ctx.user.id, isAdmin: false }))).toBe('FORBIDDEN')
    expect(await codeOf(updateUserFlags(ctx, { id: Bun.randomUUIDv7(), isAdmin: true }))).toBe('NOT_FOUND')
    expect(await app.actions()).toContain('user.flags')
  })

  test('keeps one of two administrators who demote each other concurrently', async () => {
    await createAdministrator(app.deps, root)
    const { id, visitor } = await signUp(1)
    const one = await signInRoot()
    await updateUserFlags(one, { id, isAdmin: true })
    const other = await contextOf(visitor)
    const codes = await Promise.all([
      codeOf(updateUserFlags(one, { id, isAdmin: false })),
      codeOf(updateUserFlags(other, { id: one.user.id, isAdmin: false })),
    ])
    expect(codes.sort()).toEqual(['FORBIDDEN', 'none'])
    const { users } = held.store.t
    expect(await held.store.read.$count(users, eq(users.isAdmin, true))).toBe(1)
  })
})
