import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import type { Locator, Page } from 'playwright-core'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet } from '../support/browser.ts'
import { startTestDns, type TestDns, zoneOf } from '../support/dns.ts'
import { makeTestFolder } from '../support/folders.ts'
import { freePort } from '../support/free-port.ts'
import {
  type Order,
  type Person,
  password,
  startPortal,
  type TestPortal,
  until,
  visit,
} from '../support/portal.ts'

const tlsPort = freePort()
const siteAddress = '203.0.113.5'

let publicDns: TestDns
let portal: TestPortal
let folder: string
beforeAll(async () => {
  publicDns = await startTestDns([])
  portal = await startPortal({
    env: {
      DB_POSTGRES_PORT: 'auto',
      DNS_RESOLVERS: `127.0.0.1:${publicDns.port}`,
      SERVER_IP: siteAddress,
      SITES_TLS_PORT: String(tlsPort),
    },
  })
  folder = join(makeTestFolder(), 'my-site')
  mkdirSync(join(folder, 'css'), { recursive: true })
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><title>Mine</title><link rel="stylesheet" href="css/site.css"><h1>Mine</h1>',
  )
  writeFileSync(join(folder, 'css/site.css'), 'h1 { color: rgb(1, 2, 3) }')
}, 300_000)
afterAll(async () => {
  await portal.stop()
  publicDns.close()
})

/** A window that counts every pointer press on its pages; typing and the system’s file dialog do not count. */
async function openCounting(person: Person | null) {
  const opened = await portal.open(person)
  let clicks = 0
  await opened.context.exposeBinding('countPress', () => {
    clicks += 1
  })
  await opened.context.addInitScript(() => {
    const count = Reflect.get(window, 'countPress') as () => void
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && count(), true)
  })
  return { ...opened, clicks: () => clicks }
}

async function ownerOf(plan: string): Promise<{ person: Person; order: Order; site: string }> {
  const person = await portal.customer()
  const order = await portal.order(person, undefined, plan)
  await portal.activate(person, order)
  return { person, order, site: `/server-management/${order.serviceId}` }
}

const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name, exact: true })
const dialog = (page: Page): Locator => page.getByRole('dialog')
const openTab = (page: Page, name: string): Promise<void> =>
  page.getByRole('tab', { name, exact: true }).click()

/** Publishes the folder from the first steps and waits until its page is styled. */
async function publish(page: Page): Promise<void> {
  const steps = page.getByRole('region', { name: 'First steps' })
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    steps.getByText('Choose a folder').click(),
  ])
  await chooser.setFiles(folder)
  const tray = page.getByRole('region', { name: 'Uploads' })
  await tray.getByText('2 uploaded').waitFor()
  const [shown] = await Promise.all([
    page.context().waitForEvent('page'),
    tray.getByRole('link', { name: 'Open site' }).click(),
  ])
  const heading = shown.getByRole('heading', { name: 'Mine' })
  await heading.waitFor()
  expect(await heading.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)')
  await steps.getByRole('listitem').filter({ hasText: 'Upload your site, done' }).waitFor()
}

/** Whether the gateway accepts TLS connections for the host with a certificate for its name. */
function hasCertificate(host: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const to = { host: '127.0.0.1', port: tlsPort, servername: host, rejectUnauthorized: false }
  const socket = connect(to, () => {
    resolve(socket.getPeerCertificate().subjectaltname?.includes(`DNS:${host}`) ?? false)
    socket.destroy()
  })
  socket.on('error', () => resolve(false))
  return promise
}

test('a visitor has a styled site after five clicks, not counting the approval', async () => {
  const email = 'mira.clicks@example.com'
  const { page, context, trace, clicks } = await openCounting(null)
  await visit(page, '/')
  await page.getByRole('link', { name: 'Choose Business' }).click()
  await page.getByLabel('First name (optional)').fill('Mira')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Mobile number').fill('9812345690')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await button(page, 'Create Account').click()
  const payment = dialog(page).filter({ hasText: 'Card number' })
  await payment.getByLabel('Card number').fill('4242 4242 4242 4242')
  await payment.getByLabel('Expiry (MM/YY)').fill('12/30')
  await payment.getByLabel('CVC').fill('987')
  await payment.getByRole('button', { name: /Place order/ }).click()
  await page.waitForURL('**/pending-activation')
  const mira = await portal.signIn(email, password)
  const [order] = await mira.call<Order[]>('/api/user/orders')
  if (!order) throw new Error('no order')
  await portal.admin.call(`/api/admin/orders/${order.id}/approve`, {})
  await page.waitForURL('**/dashboard')
  await publish(page)
  expect(clicks()).toBeLessThanOrEqual(5)
  expectQuiet(trace)
  await context.close()
})

test('a folder chosen on the dashboard is a live, styled site after two clicks', async () => {
  const { person } = await ownerOf('Starter')
  const { page, context, trace, clicks } = await openCounting(person)
  await visit(page, '/dashboard')
  await expectNoAxeViolations(page)
  await publish(page)
  expect(clicks()).toBeLessThanOrEqual(2)
  await expectNoAxeViolations(page)
  expectQuiet(trace)
  await context.close()
})

test('a domain is connected to a site and has HTTPS after four clicks', async () => {
  const { person, site } = await ownerOf('Starter')
  const name = 'four-clicks.example'
  const { page, context, trace, clicks } = await openCounting(person)
  await visit(page, site)
  await openTab(page, 'Domain')
  await page.getByLabel('Domain name').fill(name)
  await button(page, 'Connect').click()
  await page.getByText('_portal-challenge', { exact: true }).waitFor()
  type Domain = { challenge: { value: string } | null }
  const [domain] = await person.call<Domain[]>('/api/domains')
  const proof = `_portal-challenge TXT ${domain?.challenge?.value}`
  publicDns.zones.set(zoneOf(name, [`@ A ${siteAddress}`, `www A ${siteAddress}`, proof]))
  await button(page, 'Check now').click()
  await page.getByText('Point the domain here').waitFor()
  await until(() => hasCertificate(name))
  await page
    .getByText(/test certificate/i)
    .first()
    .waitFor()
  expect(clicks()).toBeLessThanOrEqual(4)
  expectQuiet(trace)
  await context.close()
})

test('the first message of a new mailbox is read after five clicks', async () => {
  const { person, site } = await ownerOf('Premium')
  await person.call('/api/domains/register', { name: 'five-clicks' })
  const { page, context, trace, clicks } = await openCounting(person)
  await visit(page, site)
  await openTab(page, 'Email')
  await button(page, 'Create Email').click()
  expect(await dialog(page).getByLabel('Domain').count()).toBe(0)
  await dialog(page).getByLabel('Name').fill('asha')
  await button(dialog(page), 'Create Email').click()
  await button(dialog(page), 'I’ve saved it, open inbox').click()
  await page.waitForURL(/\/email\/[0-9a-f-]{36}$/)
  const office = { local: 'office', domain: 'five-clicks.com', type: 'mailbox' }
  const { id } = await person.call<{ id: string }>('/api/email/accounts', office)
  const mail = { to: ['asha@five-clicks.com'], subject: 'An order', text: 'Twelve more, please.' }
  await person.call(`/api/email/accounts/${id}/send`, mail)
  await page
    .getByRole('list', { name: 'Messages' })
    .getByRole('link', { name: /An order/ })
    .click()
  await page.getByRole('heading', { name: 'An order' }).waitFor()
  expect(clicks()).toBeLessThanOrEqual(5)
  expectQuiet(trace)
  await context.close()
})

test('the first statement in a new database of a site has its result after four clicks', async () => {
  const { person, site } = await ownerOf('Business')
  const { page, context, trace, clicks } = await openCounting(person)
  await visit(page, site)
  await openTab(page, 'Databases')
  await button(page, 'Create Database').click()
  await dialog(page).getByText('Ready in a few seconds.').waitFor()
  expect(await dialog(page).getByLabel('Service').count()).toBe(0)
  await button(dialog(page), 'Create Database').click()
  await dialog(page).getByRole('link', { name: 'Open SQL console' }).click()
  await page.locator('.cm-editor.cm-focused').waitFor()
  await page.keyboard.insertText('create table gods (id int); select 7 as wonders')
  await page.keyboard.press('Control+Enter')
  await page.getByText(/^SELECT · 1 row/).waitFor()
  // Creating the first table does not leave the editor.
  expect(await page.getByRole('tab', { name: 'SQL' }).getAttribute('aria-selected')).toBe('true')
  expect(clicks()).toBeLessThanOrEqual(4)
  expectQuiet(trace)
  await context.close()
})

test('a line of index.html is edited and live after four clicks', async () => {
  const { person, order, site } = await ownerOf('Starter')
  await portal.upload(person, order, 'index.html', '<h1>one</h1>\n')
  const { page, context, trace, clicks } = await openCounting(person)
  await visit(page, site)
  await openTab(page, 'Files')
  await button(page.getByRole('list', { name: 'Files' }), 'index.html').dblclick()
  const editor = page.locator('.cm-content')
  await editor.getByText('one').waitFor()
  await editor.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText('<p>two</p>')
  await button(page, 'Save').click()
  await page.getByText('All changes saved').waitFor()
  const address = await page.getByRole('link', { name: 'Open on site' }).getAttribute('href')
  expect(await (await fetch(address ?? '')).text()).toContain('<p>two</p>')
  expect(clicks()).toBeLessThanOrEqual(4)
  expectQuiet(trace)
  await context.close()
})

test('a backup is restored after three clicks', async () => {
  const { person, order, site } = await ownerOf('Starter')
  await portal.upload(person, order, 'index.html', 'as it was')
  const service = await until(async () => {
    const all = await person.call<{ id: string; previewUrl: string | null }[]>('/api/user-services')
    return all.find(({ id, previewUrl }) => id === order.serviceId && previewUrl)
  })
  const shown = async () => (await fetch(service.previewUrl ?? '')).text()
  await until(async () => (await shown()) === 'as it was')
  const made = await person.call<{ id: string }>('/api/backups', {
    serviceId: order.serviceId,
    backupType: 'full',
  })
  await until(async () => {
    const all = await person.call<{ id: string; status: string }[]>('/api/backups')
    return all.some(({ id, status }) => id === made.id && status === 'completed')
  })
  writeFileSync(join(portal.server.dataDir, 'services', order.serviceId, 'public/index.html'), 'overwritten')
  await until(async () => (await shown()) === 'overwritten')
  const { page, context, trace, clicks } = await openCounting(person)
  await visit(page, site)
  await openTab(page, 'Backups')
  await page.getByRole('button', { name: /^Restore full/ }).click()
  await button(dialog(page), 'Restore').click()
  await until(async () => (await shown()) === 'as it was')
  expect(clicks()).toBeLessThanOrEqual(3)
  expectQuiet(trace)
  await context.close()
})

test('three orders are approved after five clicks, including the sign-in', async () => {
  const waiting = []
  for (const word of ['one', 'two', 'three']) {
    const person = await portal.customer()
    waiting.push({ person, order: await portal.order(person, `${word}.five-clicks.example`) })
  }
  const { page, context, trace, clicks } = await openCounting(null)
  await visit(page, '/auth')
  await page.getByLabel('Email or mobile').fill(portal.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Login').click()
  await page.getByRole('region', { name: 'Admin Panel' }).getByText('3 orders are waiting').waitFor()
  await page.getByRole('link', { name: 'Review 3 orders' }).click()
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  await page.getByLabel('Select all rows').check()
  await button(page, 'Approve selected…').click()
  await button(dialog(page), 'Approve 3').click()
  await dialog(page).getByText('All 3 orders were approved.').waitFor({ state: 'attached' })
  expect(clicks()).toBeLessThanOrEqual(5)
  for (const { person, order } of waiting) {
    const orders = await person.call<{ id: string; status: string }[]>('/api/user/orders')
    expect(orders).toEqual([expect.objectContaining({ id: order.id, status: 'approved' })])
  }
  expectQuiet(trace)
  await context.close()
})
