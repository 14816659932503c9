import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { minute, second } from '#shared/time.ts'
import { type AuthApp, createAuthApp, type Visitor } from '#test/support/auth-app.ts'
import { required } from '#test/support/required.ts'
import { createTestStore, type TestStore } from '#test/support/store.ts'
import { oathtool, whyMissing } from '../../../../scripts/testing/tools.ts'

let held: TestStore
let app: AuthApp
const password = 'correct horse'
beforeAll(async () => {
  held = await createTestStore()
  app = await createAuthApp(held.store)
})
afterAll(() => held.close())

const reason = required.includes('oathtool') ? undefined : whyMissing([oathtool])
if (reason) console.log(`skipped: codes of authenticator apps: ${reason}`)

/** The code that an authenticator app shows at a time of the portal's clock, by Debian's oathtool. */
async function codeOf(secret: string, later = 0): Promise<string> {
  const at = new Date(app.deps.now().getTime() + later)
    .toISOString()
    .replace('T', ' ')
    .replace(/\..*/, ' UTC')
  const child = Bun.spawn(['oathtool', '--totp', '--base32', '--now', at, secret])
  return (await new Response(child.stdout).text()).trim()
}

let people = 0
type Person = { visitor: Visitor; email: string; secret: string; codes: string[] }

async function join(): Promise<{ visitor: Visitor; email: string }> {
  people += 1
  const visitor = app.visit(`192.0.2.${people}`)
  const email = `totp-${people}@example.com`
  const mobile = `98000002${String(people).padStart(2, '0')}`
  await visitor.post('/api/register', { email, mobile, password })
  return { visitor, email }
}

/** A customer with two-factor on; the code of that moment is used up. */
async function secured(): Promise<Person> {
  const { visitor, email } = await join()
  const { secret } = await (await visitor.post('/api/user/totp/enable')).json()
  const confirmed = await visitor.post('/api/user/totp/confirm', { code: await codeOf(secret) })
  const { recoveryCodes } = await confirmed.json()
  app.pass(2 * minute)
  return { visitor, email, secret, codes: recoveryCodes }
}

let addresses = 0
function visit(): Visitor {
  addresses += 1
  return app.visit(`198.51.100.${addresses}`)
}
const login = (email: string, code?: string, given = password, visitor = visit()) =>
  visitor.post('/api/login', { emailOrMobile: email, password: given, ...(code ? { code } : {}) })
const statusOf = async (answer: Response | Promise<Response>) => (await answer).status
const codeIn = async (answer: Promise<Response>) => (await (await answer).json()).code

describe.skipIf(reason !== undefined)('two-factor sign-in', () => {
  test('turns on after a first code, shows its recovery codes once, and stores no secret in plain text', async () => {
    const { visitor, email } = await join()
    const { secret, uri } = await (await visitor.post('/api/user/totp/enable')).json()
    expect(uri).toStartWith('otpauth://totp/')
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(await statusOf(login(email))).toBe(200)
    const wrong = await visitor.post('/api/user/totp/confirm', { code: '000000' })
    expect([wrong.status, Object.keys((await wrong.json()).fields)]).toEqual([422, ['code']])
    const { recoveryCodes } = await (
      await visitor.post('/api/user/totp/confirm', { code: await codeOf(secret) })
    ).json()
    expect(new Set(recoveryCodes).size).toBe(10)
    const { totp, recoveryCodes: rows } = held.store.t
    const stored = JSON.stringify([
      await held.store.read.select().from(totp),
      await held.store.read.select().from(rows),
    ])
    expect(stored).not.toContain(secret)
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''))
    const { totp: shown } = await (await visitor.get('/api/user/security')).json()
    expect(shown).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
    expect(await statusOf(visitor.post('/api/user/totp/enable'))).toBe(409)
  })

  test('asks for a code after the right password, and reveals nothing after a wrong one', async () => {
    const { email, secret } = await secured()
    const missing = await login(email)
    expect([missing.status, missing.headers.get('set-cookie')]).toEqual([401, null])
    expect(Object.keys(await missing.json()).sort()).toEqual(['code', 'fields', 'message', 'requestId'])
    expect(await codeIn(login(email))).toBe('TOTP_REQUIRED')
    expect(await codeIn(login(email, '000000'))).toBe('TOTP_REQUIRED')
    const [wrong, unknown] = await Promise.all([
      login(email, await codeOf(secret), 'wrong horse').then((answer) => answer.json()),
      login('nobody@example.com', '000000').then((answer) => answer.json()),
    ])
    expect({ ...wrong, requestId: '' }).toEqual({ ...unknown, requestId: '' })
    expect(await statusOf(login(email, await codeOf(secret)))).toBe(200)
  })

  test('accepts a code once, even from two concurrent requests, and no older one afterwards', async () => {
    const { email, secret } = await secured()
    const [older, code] = [await codeOf(secret, -30 * second), await codeOf(secret)]
    const both = await Promise.all([statusOf(login(email, code)), statusOf(login(email, code))])
    expect(both.sort()).toEqual([200, 401])
    expect(await statusOf(login(email, code))).toBe(401)
    expect(await statusOf(login(email, older))).toBe(401)
    expect(await statusOf(login(email, await codeOf(secret, 30 * second)))).toBe(200)
  })

  test('accepts codes of the step before and after, but none further away', async () => {
    const { email, secret } = await secured()
    expect(await statusOf(login(email, await codeOf(secret, -60 * second)))).toBe(401)
    expect(await statusOf(login(email, await codeOf(secret, 60 * second)))).toBe(401)
    expect(await statusOf(login(email, await codeOf(secret, -30 * second)))).toBe(200)
  })

  test('accepts a recovery code once, in any spelling, and notifies its owner', async () => {
    const { email, codes } = await secured()
    const [code = '', second = ''] = codes
    const both = await Promise.all([statusOf(login(email, code)), statusOf(login(email, code))])
    expect(both.sort()).toEqual([200, 401])
    expect(await statusOf(login(email, second.toUpperCase().replaceAll('-', ' ')))).toBe(200)
    const { mails } = held.store.t
    const told = await held.store.read
      .select({ subject: mails.subject })
      .from(mails)
      .where(eq(mails.to, email))
    expect(told.filter(({ subject }) => subject === 'A recovery code was used')).toHaveLength(2)
  })

  test('throttles wrong codes like wrong passwords', async () => {
    const { email, secret } = await secured()
    const attacker = visit()
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await statusOf(login(email, '000000', password, attacker))).toBe(401)
    expect(await statusOf(login(email, await codeOf(secret), password, attacker))).toBe(429)
  })

  test('takes the code in the form without a script; a reset leaves two-factor on', async () => {
    const { email, secret } = await secured()
    const fields = { mode: 'login', emailOrMobile: email, password }
    expect(await statusOf(visit().submit('/auth', fields))).toBe(401)
    expect(app.lastPage()).toMatchObject({ status: 401, fields: { code: expect.any(String) } })
    expect(await statusOf(visit().submit('/auth', { ...fields, code: await codeOf(secret) }))).toBe(303)
    await visit().post('/api/password/forgot', { email })
    const [link = ''] = await app.links(email, 'auth.reset')
    const token = new URL(link).searchParams.get('token')
    expect(await statusOf(visit().post('/api/password/reset', { token, password: 'battery staple' }))).toBe(
      200,
    )
    expect(await codeIn(login(email, undefined, 'battery staple'))).toBe('TOTP_REQUIRED')
  })

  test('requires a fresh proof with a code to turn it off or to create recovery codes', async () => {
    const { visitor, email, secret, codes } = await secured()
    app.pass(11 * minute)
    const asks = ['enable', 'disable', 'recovery-codes'].map((verb) =>
      codeIn(visitor.post(`/api/user/totp/${verb}`)),
    )
    expect(await Promise.all(asks)).toEqual(asks.map(() => 'SUDO_REQUIRED'))
    const asked = await visitor.post('/api/user/sudo', { password })
    expect([asked.status, Object.keys((await asked.json()).fields)]).toEqual([422, ['code']])
    expect(await statusOf(visitor.post('/api/user/sudo', { password, code: await codeOf(secret) }))).toBe(200)
    const { recoveryCodes } = await (await visitor.post('/api/user/totp/recovery-codes')).json()
    expect(await statusOf(login(email, codes[0]))).toBe(401)
    expect(await statusOf(login(email, recoveryCodes[0]))).toBe(200)
    expect(await statusOf(visitor.post('/api/user/totp/disable'))).toBe(200)
    expect(await statusOf(login(email))).toBe(200)
    expect(await held.store.read.$count(held.store.t.totp, eq(held.store.t.totp.secret, secret))).toBe(0)
  })
})
