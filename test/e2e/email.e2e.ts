import { expect, test } from 'bun:test'
import type { EmailAccount } from '#features/mailboxes/contract/contract.ts'
import { expectQuiet, looksOf } from '../support/browser.ts'
import { expectSoon } from '../support/expect-soon.ts'
import { visit } from '../support/portal.ts'
import { mailFrom, openSmtp } from '../support/raw-smtp.ts'
import { rememberToasts, seenToasts } from '../support/toasts.ts'
import {
  button,
  closed,
  dialog,
  dismissToast,
  look,
  mailOwner,
  portal,
  prepare,
  row,
  smtpPort,
  write,
} from './email-steps.ts'

prepare()

async function deliver(to: string, fields: string[], body: string): Promise<void> {
  const client = await openSmtp(smtpPort)
  const raw = mailFrom('Ravi Iyer <ravi@outside.example>', fields, body)
  const answer = await client.send({ from: 'ravi@outside.example', to, raw })
  client.end()
  expect([answer.code, answer.text]).toEqual([250, expect.any(String)])
}

const html = [
  '<h1>Hello Asha</h1><p onclick="alert(1)">Twelve more, please.</p>',
  '<img src="https://pixel.outside.example/seen.png" alt="A picture">',
  '<script>document.title = "taken"</script>',
].join('\r\n')

const mixed = (boundary: string): string =>
  [
    `--${boundary}`,
    'Content-Type: text/html; charset=utf-8',
    '',
    html,
    `--${boundary}`,
    'Content-Type: text/plain; name="list.txt"',
    'Content-Disposition: attachment; filename="list.txt"',
    '',
    'twelve',
    `--${boundary}--`,
    '',
  ].join('\r\n')

test.each(looksOf({ viewport: 'desktop', colourScheme: 'dark' }))(
  'a customer creates a mailbox, sets it up, deletes it and restores it at $viewport, $colourScheme',
  async (options) => {
    const name = (step: string) => `email-${options.viewport}-${options.colourScheme}-${step}`
    const { person, domain } = await mailOwner()
    const { page, context, trace } = await portal.open(person, options)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await rememberToasts(context)
    await visit(page, '/email')
    await page.getByText('No email accounts yet. Create your first one!').waitFor()
    expect(await page.getByText('Outgoing mail is off.').count()).toBe(0)
    await look(page, name('empty'))

    await button(page, 'Create Email').click()
    const submit = button(dialog(page), 'Create Email')
    expect(await submit.isDisabled()).toBe(true)
    await dialog(page).getByLabel('Name').fill('two..dots')
    await submit.click()
    await dialog(page)
      .getByText(/no two dots in a row/)
      .waitFor()
    await dialog(page).getByLabel('Name').fill('Asha')
    await dialog(page).getByText(`asha@${domain}`, { exact: true }).waitFor()
    await dialog(page)
      .getByText(/^Adds \d+/)
      .waitFor()
    expect(await dialog(page).getByLabel(`Set up mail for ${domain}`).isChecked()).toBe(true)
    await dialog(page).getByText('Show the records').click()
    await dialog(page)
      .getByText(/v=DKIM1/)
      .first()
      .waitFor()
    await look(page, name('create'))
    await submit.click()
    await dialog(page).getByText('You won’t see it again.').waitFor()
    await look(page, name('password'))
    await button(dialog(page), `Copy the password of asha@${domain}`).click()
    const password = await page.evaluate(() => navigator.clipboard.readText())
    expect(password).toMatch(/^\S{12,}$/)
    await button(dialog(page), 'I’ve saved it').click()
    await closed(page)
    const panel = page.getByRole('region', { name: `asha@${domain}`, exact: true })
    await panel.getByText('This address can send and receive mail.').waitFor()
    expect(await page.content()).not.toContain(password)

    await button(panel, 'Suspend').click()
    await dialog(page).getByText('New mail is rejected').waitFor()
    await look(page, name('suspend'))
    await button(dialog(page), 'Suspend').click()
    await closed(page)
    await button(panel, 'Activate').waitFor()
    await button(panel, 'Activate').click()
    await button(panel, 'Suspend').waitFor()
    await dismissToast(page)
    await look(page, name('settings'))

    await panel.getByRole('tab', { name: 'Forwarding' }).click()
    await button(panel, 'Configure Forwarding').click()
    await dialog(page).getByLabel('Forward to').fill('nowhere')
    await button(dialog(page), 'Save').click()
    await dialog(page).getByText('Enter an email address such as name@example.com.').waitFor()
    await dialog(page).getByLabel('Forward to').fill('ravi@outside.example, office@outside.example')
    await dialog(page).getByLabel('Keep a copy in this mailbox').check()
    await button(dialog(page), 'Save').click()
    await closed(page)
    const addresses = panel.getByRole('list', { name: 'Addresses' }).getByRole('listitem')
    await expectSoon(() => addresses.allTextContents(), ['ravi@outside.example', 'office@outside.example'])
    await look(page, name('forwarding'))

    await panel.getByRole('tab', { name: 'Storage' }).click()
    await panel.getByText('1.0 GB').waitFor()
    await panel.getByText('30 days').waitFor()
    await button(panel, 'Manage Storage').click()
    await dialog(page).getByLabel('Quota (MB)').fill('5')
    await button(dialog(page), 'Save').click()
    await dialog(page).getByText('At least 10 MB.').waitFor()
    await look(page, name('storage'))
    await dialog(page).getByLabel('Quota (MB)').fill('2048')
    await button(dialog(page), 'Save').click()
    await closed(page)
    await panel.getByText('2.0 GB').waitFor()

    await panel.getByRole('tab', { name: 'Security' }).click()
    await panel.getByText('Spam protection').waitFor()
    await panel.getByText('Virus scanning').waitFor()
    expect(await button(panel, `Set up mail for ${domain}`).count()).toBe(0)
    await panel.getByRole('heading', { name: `DNS records for ${domain}` }).waitFor()
    await panel.getByText('Advanced').click()
    await panel.getByRole('switch', { name: 'Greylisting' }).click()
    await panel.getByRole('switch', { name: 'Greylisting', checked: true }).waitFor()
    await page.getByText('Settings updated').waitFor()
    await Promise.all([
      page.waitForResponse(/email\.domainMail\.set/),
      panel.getByLabel('Catch-all').selectOption({ label: `asha@${domain}` }),
    ])
    await dismissToast(page)
    await look(page, name('security'))

    await panel.getByRole('tab', { name: 'Settings' }).click()
    await button(panel, 'Delete…').click()
    await look(page, name('delete'))
    await button(dialog(page), 'Delete').click()
    await closed(page)
    await page.getByText('No email accounts yet. Create your first one!').waitFor()
    await look(page, name('deleted'))
    await button(page, `Restore asha@${domain}`).click()
    await page.getByRole('list').getByText(`asha@${domain}`).waitFor()

    const toasts = (await seenToasts(page)).join('\n')
    for (const text of [
      'Email account created successfully',
      'Email account status updated',
      'CopiedValue copied to clipboard',
    ])
      expect(toasts).toContain(text)
    expectQuiet(trace)
    await context.close()
  },
  300_000,
)

test.each(looksOf({ viewport: 'phone', colourScheme: 'light' }))(
  'a message appears without a reload, and an external one is read without scripts, answered and deleted at $viewport, $colourScheme',
  async (options) => {
    const name = (step: string) => `inbox-${options.viewport}-${options.colourScheme}-${step}`
    const { person, domain } = await mailOwner()
    const address = `asha@${domain}`
    const { id } = await person.call<EmailAccount>('/api/email/accounts', {
      local: 'asha',
      domain,
      type: 'mailbox',
    })
    const { page, context, trace } = await portal.open(person, options)
    await visit(page, `/email/${id}`)
    await page.getByText('Nothing in inbox').waitFor()
    await look(page, name('empty'))

    await write(person, domain, { to: address, subject: 'An order' })
    await row(page, 'An order').waitFor()
    await deliver(
      address,
      ['Subject: Twelve more', 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b1'],
      mixed('b1'),
    )
    await row(page, 'Twelve more').waitFor()
    await look(page, name('list'))

    await row(page, 'Twelve more').click()
    const reading = page.getByRole('region', { name: 'Message', exact: true })
    const frame = reading.frameLocator('iframe')
    await frame.getByText('Twelve more, please.').waitFor()
    expect(await frame.locator('script, [onclick]').count()).toBe(0)
    const height = () => reading.locator('iframe').evaluate((shown) => shown.clientHeight)
    await expectSoon(async () => (await height()) > 120 && (await height()) < 320, true)
    expect(await frame.locator('img[src^="http"]').count()).toBe(0)
    expect(await reading.locator('iframe').getAttribute('sandbox')).not.toContain('allow-scripts')
    await button(reading, 'Load images').click()
    await frame.locator('img[src^="https://pixel.outside.example"]').waitFor({ state: 'attached' })
    await reading.getByRole('link', { name: 'list.txt' }).waitFor()
    await look(page, name('message'))

    await button(reading, 'Reply').click()
    expect(await dialog(page).getByLabel('To', { exact: true }).inputValue()).toBe('ravi@outside.example')
    expect(await dialog(page).getByLabel('Subject').inputValue()).toBe('Re: Twelve more')
    await dialog(page).getByLabel('Message').fill('They are on their way.')
    await look(page, name('reply'))
    await button(dialog(page), 'Send').click()
    await closed(page)
    await reading.getByRole('region', { name: 'Conversation' }).getByText(/^To: /).waitFor()

    await button(reading, 'Move to trash').click()
    await page.getByText('Moved to trash').waitFor()
    await button(page, 'Undo').click()
    await row(page, 'Twelve more').waitFor()
    await page.getByRole('link', { name: /^Outgoing/ }).click()
    await page.getByText('Saved, not sent').waitFor()
    await dismissToast(page)
    await look(page, name('outgoing'))
    expect(await page.title()).not.toBe('taken')
    // The remote image is unavailable, and the frame blocks the test’s own scripts.
    expectQuiet(trace, [/pixel\.outside\.example/, /ERR_NAME_NOT_RESOLVED/, /Blocked script execution/])
    await context.close()
  },
  300_000,
)
