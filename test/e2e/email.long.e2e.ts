import { expect, test } from 'bun:test'
import type { EmailAccount } from '#features/mailboxes/contract/contract.ts'
import { expectSoon } from '../support/expect-soon.ts'
import { visit } from '../support/portal.ts'
import {
  button,
  closed,
  dialog,
  look,
  mailOwner,
  portal,
  prepare,
  row,
  write,
  writing,
} from './email-steps.ts'

prepare()

test('single keys control the inbox', async () => {
  const { person, domain } = await mailOwner()
  const { id } = await person.call<EmailAccount>('/api/email/accounts', {
    local: 'asha',
    domain,
    type: 'mailbox',
  })
  const { page, context } = await portal.open(person)
  await visit(page, `/email/${id}`)
  // One after the other: messages sent together may arrive in any order.
  for (const subject of ['First', 'Second']) {
    await write(person, domain, { to: `asha@${domain}`, subject })
    await row(page, subject).waitFor()
  }
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'First' }).waitFor()
  await page.keyboard.press('k')
  await page.getByRole('heading', { name: 'Second' }).waitFor()
  await page.keyboard.press('#')
  await row(page, 'Second').waitFor({ state: 'detached' })
  await page.keyboard.press('c')
  await writing(page).getByLabel('Subject').fill('Kept')
  await writing(page)
    .getByText(/^Saved /)
    .waitFor()
  await page.getByRole('button', { name: /^Close: Write from/ }).click()
  await writing(page).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /^Drafts/ }).click()
  await row(page, 'Kept').click()
  await expectSoon(() => writing(page).getByLabel('Subject').inputValue(), 'Kept')
  await context.close()
}, 300_000)

test('a site’s page has a tab with its email accounts', async () => {
  const { person, domain } = await mailOwner()
  const [service] = await person.call<{ id: string }[]>('/api/user-services')
  const { page, context } = await portal.open(person)
  await visit(page, `/server-management/${service?.id}/email`)
  await button(page, 'Create Email').click()
  await dialog(page).getByLabel('Name').fill('asha')
  await button(dialog(page), 'Create Email').click()
  await look(page, 'email-site-password')
  await button(dialog(page), 'I’ve saved it').click()
  await closed(page)
  await page.getByRole('link', { name: new RegExp(`asha@${domain}`) }).click()
  await page.getByText('This address can send and receive mail.').waitFor()
  await look(page, 'email-site-account')
  await context.close()
}, 300_000)

test('a site without a domain explains how to get one, and another customer’s site is not found', async () => {
  const { person } = await mailOwner({ hasDomain: false })
  const [service] = await person.call<{ id: string }[]>('/api/user-services')
  const { page, context } = await portal.open(person, { viewport: 'phone' })
  await visit(page, `/server-management/${service?.id}/email`)
  await page.getByText('Connect a domain first').waitFor()
  await look(page, 'email-site-without-domain')
  await context.close()
  const { person: stranger } = await mailOwner()
  const other = await portal.open(stranger)
  await visit(other.page, `/server-management/${service?.id}/email`)
  await other.page.getByRole('heading', { level: 1, name: 'Service Not Found' }).waitFor()
  await other.context.close()
}, 300_000)

test('a customer without a domain learns that example domains receive no mail', async () => {
  const { person } = await mailOwner({ hasDomain: false })
  const { page, context } = await portal.open(person, { viewport: 'phone' })
  await visit(page, '/email?dialog=create')
  await dialog(page).getByText('example.com is an example.').waitFor()
  await dialog(page)
    .getByLabel('Name')
    .fill('a-name-of-sixty-four-characters-as-long-as-any-address-may-have')
  await button(dialog(page), 'Create Email').click()
  await button(dialog(page), 'I’ve saved it').click()
  await closed(page)
  await page.getByText('This address uses an example domain, so it receives no mail.').waitFor()
  await look(page, 'email-phone-long')
  await context.close()
}, 300_000)

test('a phone lists a hundred accounts, page by page, and finds one', async () => {
  const { person, domain } = await mailOwner()
  for (let made = 0; made < 100; made += 1)
    await person.call('/api/email/accounts', {
      local: `person-${made}`,
      domain,
      type: 'forwarding',
      forwardTo: ['office@outside.example'],
    })
  const { page, context } = await portal.open(person, { viewport: 'phone' })
  await visit(page, '/email')
  const cards = page.locator('.record-card')
  await page.getByText('Page 1 of 4').waitFor()
  expect(await cards.count()).toBe(25)
  await look(page, 'email-phone-hundred')
  await page.getByRole('searchbox', { name: 'Search accounts' }).fill('person-42')
  await page.getByText('1 found').waitFor()
  expect(await cards.count()).toBe(1)
  await context.close()
}, 300_000)
