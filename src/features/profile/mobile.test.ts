import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { hour, minute } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const send = (cookie?: string) => app.request('/api/user/mobile/send', { method: 'POST', cookie })
const verify = (cookie: string | undefined, code: unknown) =>
  app.request('/api/user/mobile/verify', { cookie, json: { code } })

/** The codes sent to a number, the latest last. */
async function codesTo(mobile: string): Promise<string[]> {
  await app.work()
  const folder = join(app.dataDir, 'outbox')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort()
  const texts = await Promise.all(names.map((name) => Bun.file(join(folder, name)).text()))
  return texts
    .filter((text) => text.startsWith(`To: ${mobile}\n`))
    .map((text) => /\d{6}/.exec(text.split('\n\n')[1] ?? '')?.[0] ?? '')
}

async function customerWithCode() {
  const person = await app.addCustomer()
  expect((await send(person.cookie)).status).toBe(200)
  return { ...person, code: (await codesTo(person.mobile)).at(-1) ?? '' }
}

const wrong = (code: string): string => (code === '000000' ? '111111' : '000000')

test('sends a code to the number, which verifies it once', async () => {
  const person = await app.addCustomer()
  expect((await send(person.cookie)).body).toEqual({ ok: true, delivery: 'outbox' })
  const [code = ''] = await codesTo(person.mobile)
  expect(code).toMatch(/^\d{6}$/)
  const reply = await verify(person.cookie, `${code.slice(0, 3)} ${code.slice(3)}`)
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject({ mobile: person.mobile, mobileVerified: true })
  expect((await app.request('/api/user', { cookie: person.cookie })).body).toMatchObject({
    mobileVerified: true,
  })
  expect((await verify(person.cookie, code)).status).toBe(422)
  expect((await send(person.cookie)).status).toBe(200)
  expect(await codesTo(person.mobile)).toHaveLength(1)
})

test('stores neither the code nor the message in plain text', async () => {
  const { code, id } = await customerWithCode()
  const { mobileCodes, jobs, auditLog } = app.store.t
  const rows = [
    await app.store.read.select().from(mobileCodes),
    await app.store.read.select().from(jobs),
    await app.store.read.select().from(auditLog),
  ]
  expect(JSON.stringify(rows)).toContain(id)
  expect(JSON.stringify(rows)).not.toContain(`"${code} `)
  expect(JSON.stringify(rows)).not.toContain('is your code')
})

test('a code works for 10 minutes', async () => {
  const person = await customerWithCode()
  app.advance(10 * minute)
  expect((await verify(person.cookie, person.code)).status).toBe(422)
})

test('the fifth wrong code invalidates the right one too', async () => {
  const person = await customerWithCode()
  for (let i = 0; i < 5; i++) {
    const reply = await verify(person.cookie, wrong(person.code))
    expect(reply.status).toBe(422)
    expect((reply.body as { fields: object }).fields).toHaveProperty('code')
  }
  expect((await verify(person.cookie, person.code)).status).toBe(422)
})

test('a code for one number does not verify another, nor another customer’s', async () => {
  const person = await customerWithCode()
  const stranger = await customerWithCode()
  if (stranger.code !== person.code) expect((await verify(stranger.cookie, person.code)).status).toBe(422)
  await app.request('/api/user/profile', {
    method: 'PUT',
    cookie: person.cookie,
    json: { mobile: '+447911123456' },
  })
  expect((await verify(person.cookie, person.code)).status).toBe(422)
})

test('a new code replaces the previous one, at most 5 an hour', async () => {
  const person = await customerWithCode()
  await send(person.cookie)
  const [first = '', second = ''] = await codesTo(person.mobile)
  if (first !== second) expect((await verify(person.cookie, first)).status).toBe(422)
  for (let i = 0; i < 3; i++) expect((await send(person.cookie)).status).toBe(200)
  const sixth = await send(person.cookie)
  expect(sixth.status).toBe(429)
  expect(sixth.headers.get('retry-after')).toBe('3600')
  app.advance(hour)
  expect((await send(person.cookie)).status).toBe(200)
})

test('one of two simultaneous requests with the right code verifies the number', async () => {
  const person = await customerWithCode()
  const answers = await Promise.all([verify(person.cookie, person.code), verify(person.cookie, person.code)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

test.each(['', '12345', '1234567', 'abcdef', null, 123456])('refuses the code %j', async (code) => {
  const { cookie } = await app.addCustomer()
  expect((await verify(cookie, code)).status).toBe(422)
})

test('sends and verifies no code without a session', async () => {
  expect((await send()).status).toBe(401)
  expect((await verify(undefined, '123456')).status).toBe(401)
})
