import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { createTestApp, type TestApp, testOrigin } from '#test/support/app.ts'
import { until } from '#test/support/portal.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const over = setTimeout(() => {}, 0)

/** An open event stream with its text and whether it has ended; the interval for comments, which would also end it, is off. */
async function listen(cookie: string, node = app) {
  const request = new Request(`${testOrigin}/api/events`, { headers: { cookie } })
  const interval = spyOn(globalThis, 'setInterval').mockReturnValue(over)
  const { body } = await node.portal.fetch(request, () => '192.0.2.1')
  expect(interval).toHaveBeenCalledTimes(1)
  interval.mockRestore()
  if (!body) throw new Error('no stream')
  const heard = { text: '', isOver: false }
  void (async () => {
    for await (const piece of body.pipeThrough(new TextDecoderStream())) heard.text += piece
    heard.isOver = true
  })()
  await until(async () => heard.text.includes(': connected'))
  return heard
}

type Person = Awaited<ReturnType<TestApp['signUp']>>
type Row = { id: string; isCurrent: boolean }

async function signIn({ email, password }: Person): Promise<string> {
  const { headers } = await app.request('/api/login', { json: { emailOrMobile: email, password } })
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}
const sessionsOf = async (cookie: string) =>
  (await app.request('/api/user/sessions', { cookie })).body as Row[]

/** Each ends the session of `other`, called with `own` or without a session; sign-in ends the session it is called with. */
const ways: [name: string, end: (person: Person, own: string, other: string) => Promise<unknown>][] = [
  ['sign-out', (_, _own, cookie) => app.request('/api/logout', { cookie, json: {} })],
  ['sign-out by address', (_, _own, cookie) => app.request('/api/logout', { cookie })],
  [
    'sign-in with it',
    ({ email, password }, _own, cookie) =>
      app.request('/api/login', { cookie, json: { emailOrMobile: email, password } }),
  ],
  [
    'the end of one session by its id',
    async (_, cookie) => {
      const id = (await sessionsOf(cookie)).find(({ isCurrent }) => !isCurrent)?.id
      return app.request(`/api/user/sessions/${id}`, { method: 'DELETE', cookie })
    },
  ],
  [
    'a new password',
    ({ password: currentPassword }, cookie) =>
      app.request('/api/user/password', {
        cookie,
        json: { currentPassword, newPassword: 'battery staple' },
      }),
  ],
]

test.each(ways)('%s ends the streams of that session immediately, and no others', async (_, end) => {
  const [person, stranger] = [await app.signUp(), await app.addCustomer()]
  const other = await signIn(person)
  const kept = [await listen(person.cookie), await listen(stranger.cookie)]
  const ended = [await listen(other), await listen(other)]
  await end(person, person.cookie, other)
  await until(async () => ended.every(({ isOver }) => isOver))
  for (const { id } of [person, stranger])
    app.deps.events.publish({ userId: id, kind: 'service', id: 'later', status: 'active' })
  await until(async () => kept.every(({ text }) => text.includes('later')))
  for (const { text } of ended) expect(text).not.toContain('later')
  for (const { text } of kept) expect(text).not.toContain('session')
})

test('a password reset ends the streams of every session', async () => {
  const person = await app.signUp()
  const streams = [await listen(person.cookie), await listen(await signIn(person))]
  await app.request('/api/password/forgot', { json: { email: person.email } })
  const { mails } = app.store.t
  const [mail] = await app.store.read
    .select({ text: mails.text })
    .from(mails)
    .where(and(eq(mails.to, person.email), eq(mails.kind, 'auth.reset')))
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  const json = { token, password: 'battery staple' }
  expect((await app.request('/api/password/reset', { json })).status).toBe(200)
  await until(async () => streams.every(({ isOver }) => isOver))
})

test('a refused password change ends no stream', async () => {
  const person = await app.signUp()
  const stream = await listen(await signIn(person))
  const json = { currentPassword: 'a wrong guess', newPassword: 'battery staple' }
  expect((await app.request('/api/user/password', { cookie: person.cookie, json })).status).toBe(422)
  app.deps.events.publish({ userId: person.id, kind: 'service', id: 'later', status: 'active' })
  await until(async () => stream.text.includes('later'))
  expect(stream.isOver).toBe(false)
})

test('streams on another node end once it hears that their session ended', async () => {
  const node = await createTestApp({ store: app.store })
  app.deps.events.relayThrough({
    send: async (events) => events.forEach(node.deps.events.receive),
    close: async () => {},
  })
  const { cookie } = await app.addCustomer()
  const stream = await listen(cookie, node)
  await app.request('/api/logout', { cookie, json: {} })
  await until(async () => stream.isOver)
  await node.close()
})
