import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import type { Message, OpenMessage } from '#features/inbox/contract.ts'
import type { EmailAccount } from '#features/mailboxes/contract/contract.ts'
import { expectQuiet, looksOf } from '../support/browser.ts'
import { expectSoon } from '../support/expect-soon.ts'
import { type Person, visit } from '../support/portal.ts'
import { until } from '../support/until.ts'
import { button, dismissToast, look, mailOwner, portal, prepare, row, writing } from './email-steps.ts'

prepare()

const bytes = Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * 7) % 256))

async function makeMailbox(person: Person, domain: string, local: string): Promise<EmailAccount> {
  return person.call<EmailAccount>('/api/email/accounts', { local, domain, type: 'mailbox' })
}

/** The messages of a mailbox, newest first. */
const inboxOf = (person: Person, { id }: EmailAccount) =>
  person.call<Message[]>(`/api/email/accounts/${id}/messages`)

const open = (person: Person, { id }: EmailAccount, { id: messageId }: Message) =>
  person.call<OpenMessage>(`/api/email/accounts/${id}/messages/${messageId}`)

async function arrived(person: Person, account: EmailAccount): Promise<Message> {
  return until('arrived', async () => (await inboxOf(person, account))[0])
}

const close = (page: Page) => page.getByRole('button', { name: /^Close: Write from/ }).click()

test.each(looksOf({ viewport: 'phone', colourScheme: 'dark' }))(
  'a message with a file is drafted, left, continued, sent, undone and sent again at $viewport, $colourScheme',
  async (options) => {
    const name = (step: string) => `compose-${options.viewport}-${options.colourScheme}-${step}`
    const { person, domain } = await mailOwner()
    const asha = await makeMailbox(person, domain, 'asha')
    const ravi = await makeMailbox(person, domain, 'ravi')
    const { page, context, trace } = await portal.open(person, options)
    await visit(page, `/email/${asha.id}`)
    await button(page, 'Compose').click()
    await writing(page).getByLabel('To', { exact: true }).fill('nobody')
    await button(writing(page), 'Send').click()
    await writing(page).getByText('Enter an email address such as name@example.com.').waitFor()
    await writing(page).getByLabel('To', { exact: true }).fill(`"Iyer, Ravi" <ravi@${domain}>`)
    await writing(page).getByLabel('Subject').fill('The order')
    await writing(page).getByLabel('Message', { exact: true }).fill('Twelve, please.')
    const file = { name: 'चाय (1).bin', mimeType: 'application/octet-stream', buffer: bytes }
    await writing(page).getByLabel('Files to attach').setInputFiles(file)
    await button(writing(page), 'Remove चाय (1).bin').waitFor()
    await writing(page)
      .getByText(/^Saved /)
      .waitFor()
    await look(page, name('written'))
    await close(page)
    await writing(page).waitFor({ state: 'detached' })

    await page.getByRole('link', { name: /^Drafts/ }).click()
    await row(page, 'The order').waitFor()
    await look(page, name('drafts'))
    await row(page, 'The order').click()
    await button(writing(page), 'Remove चाय (1).bin').waitFor()
    expect(await writing(page).getByLabel('Message', { exact: true }).inputValue()).toBe('Twelve, please.')
    await button(writing(page), 'Send').click()
    await page.getByText('Message sent').waitFor()
    await button(page, 'Undo').click()
    await button(writing(page), 'Remove चाय (1).bin').waitFor()
    expect(await writing(page).getByLabel('To', { exact: true }).inputValue()).toBe(
      `"Iyer, Ravi" <ravi@${domain}>`,
    )
    await dismissToast(page)
    await button(writing(page), 'Send').click()
    await page.getByText('Message sent').waitFor()
    await writing(page).waitFor({ state: 'detached' })

    const message = await arrived(person, ravi)
    expect(await inboxOf(person, ravi)).toHaveLength(1)
    const { text, attachments } = await open(person, ravi, message)
    expect([text.trim(), attachments.map((each) => each.name)]).toEqual(['Twelve, please.', ['चाय (1).bin']])
    const path = `/api/email/accounts/${ravi.id}/messages/${message.id}/attachments/0`
    const got = await context.request.get(new URL(path, page.url()).href)
    expect(Buffer.compare(await got.body(), bytes)).toBe(0)
    expectQuiet(trace)
    await context.close()
  },
  300_000,
)

test('a reply to all reaches all others, beside the message; keys archive it and star it', async () => {
  const { person, domain } = await mailOwner()
  const [asha, ravi, meera] = [
    await makeMailbox(person, domain, 'asha'),
    await makeMailbox(person, domain, 'ravi'),
    await makeMailbox(person, domain, 'meera'),
  ]
  await person.call(`/api/email/accounts/${ravi.id}/send`, {
    to: [asha.email, 'lee@outside.example'],
    cc: [meera.email],
    subject: 'Lunch',
    text: 'On Friday?',
  })
  const { page, context } = await portal.open(person)
  await visit(page, `/email/${asha.id}`)
  await row(page, 'Lunch').click()
  const reading = page.getByRole('region', { name: 'Message', exact: true })
  await reading.getByText('On Friday?').waitFor()
  await page.keyboard.press('a')
  const fields = async () => [
    await writing(page).getByLabel('To', { exact: true }).inputValue(),
    await writing(page).getByLabel('Cc', { exact: true }).inputValue(),
  ]
  await writing(page).waitFor()
  expect(await fields()).toEqual([ravi.email, `lee@outside.example, ${meera.email}`])
  await reading.getByText('On Friday?').waitFor()
  await look(page, 'compose-beside')
  const [answer, message] = [await writing(page).boundingBox(), await reading.boundingBox()]
  expect(answer && message && answer.x >= message.x + message.width).toBe(true)
  await button(page, 'Expand').click()
  await look(page, 'compose-whole')
  await button(page, 'Minimize').click()
  await reading.waitFor()
  await look(page, 'compose-small')
  await button(page, 'Open').click()
  await writing(page).getByLabel('Message', { exact: true }).fill('Gladly.')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Message sent').waitFor()
  await dismissToast(page)
  const { people } = await open(person, ravi, await arrived(person, ravi))
  expect([...people.to, ...people.cc].map(({ address }) => address)).toEqual([
    ravi.email,
    'lee@outside.example',
    meera.email,
  ])

  await row(page, 'Lunch').focus()
  await page.keyboard.press('s')
  await page
    .getByRole('list', { name: 'Messages' })
    .getByRole('button', { name: 'Star Lunch', pressed: true })
    .waitFor()
  await page.keyboard.press('e')
  await page.getByText('Moved to archive').waitFor()
  await expectSoon(() => row(page, 'Lunch').count(), 0)
  await page.getByRole('link', { name: /^Archive/ }).click()
  await row(page, 'Lunch').waitFor()
  await context.close()
}, 300_000)
