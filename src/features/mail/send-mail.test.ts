import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { sendMail } from './send-mail.ts'
import type { Addressee, Template } from './template.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const template: Template = ({ companyName, origin }) => ({
  kind: 'verify',
  relatedId: 'r',
  subject: 'S',
  paragraphs: [`A letter of ${companyName} & others.`],
  action: { label: 'Open', url: `${origin}/here` },
})
const put = (to: Addressee, letter = template) => app.store.tx((tx) => sendMail(tx, app.deps, letter, to))
const mails = () => app.store.read.select().from(app.store.t.mails)
const jobs = () => app.store.read.select().from(app.store.t.jobs)

test('a mail and its job are stored in the transaction of the change they announce, or not at all', async () => {
  const failing = app.store.tx(async (tx) => {
    await sendMail(tx, app.deps, template, { email: 'a@example.com' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  const id = await put({ email: 'a@example.com' })
  const now = app.deps.now()
  expect(await mails()).toEqual([
    expect.objectContaining({
      id,
      to: 'a@example.com',
      kind: 'verify',
      relatedId: 'r',
      userId: null,
      status: 'queued',
      attempts: 0,
      createdAt: now,
      sentAt: null,
    }),
  ])
  expect(await jobs()).toMatchObject([{ id, status: 'queued', runAt: now, attempts: 0 }])
})

test('a mail names the company, links to the portal, and has the same words in text and HTML', async () => {
  await put({ email: 'a@example.com' })
  const [mail] = await mails()
  expect(mail?.text).toBe(
    'Hello,\n\nA letter of Hosting Portal & others.\n\nOpen: http://portal.test/here\n\nHosting Portal\n',
  )
  expect(mail?.html).toContain('A letter of Hosting Portal &amp; others.')
  expect(mail?.html).toContain('href="http://portal.test/here"')
})

test.each([
  ['an account is greeted by its first name', { firstName: 'Asha', emailVerified: true }, 'Hello Asha,'],
  ['an unverified address is greeted without a name', { firstName: 'Asha', emailVerified: false }, 'Hello,'],
  ['an account without a name gets a plain greeting', { firstName: null, emailVerified: true }, 'Hello,'],
])('%s', async (_, account, greeting) => {
  const id = Bun.randomUUIDv7()
  await put({ id, email: 'a@example.com', ...account })
  expect(await mails()).toMatchObject([
    { userId: id, text: expect.stringMatching(new RegExp(`^${greeting}\n`)) },
  ])
})

test('a template can replace the greeting', async () => {
  await put({ email: 'a@example.com' }, (from) => ({ ...template(from), greeting: 'From <b>' }))
  expect(await mails()).toMatchObject([
    {
      text: expect.stringMatching(/^From <b>\n/),
      html: expect.stringContaining('<p>From &lt;b&gt;</p>'),
    },
  ])
})
