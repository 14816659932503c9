import { expect, test } from 'bun:test'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet } from '../support/browser.ts'
import { expectSoon } from '../support/expect-soon.ts'
import { ready, until, visit } from '../support/portal.ts'
import { rememberToasts, seenToasts } from '../support/toasts.ts'
import { noSidewaysScroll, openTab, portal, prepare, statusOf, withServer } from './servers-steps.ts'

prepare()

test.concurrent('the auto-restart switch is stored on each change and survives a reload', async () => {
  const { person, order, path } = await withServer()
  const { page, context, trace } = await portal.open(person, { viewport: 'phone' })
  await visit(page, `${path}?tab=settings`)
  const autoRestart = page.getByRole('switch', { name: 'Auto-restart' })
  const stored = async () =>
    (await person.call<{ autoRestart: boolean }>(`/api/user-services/${order.serviceId}`)).autoRestart
  expect(await autoRestart.isChecked()).toBe(true)
  await autoRestart.click()
  await page.getByText('Auto-restart disabled successfully.').waitFor()
  expect(await stored()).toBe(false)
  await page.reload()
  await ready(page)
  expect(await autoRestart.isChecked()).toBe(false)
  await autoRestart.click()
  await page.getByText('Auto-restart enabled successfully.').waitFor()
  expect(await stored()).toBe(true)
  expectQuiet(trace)
  await context.close()
})

test.concurrent('a missing service and another customer’s service look the same, and only its owner sees a pending one', async () => {
  const { person, path } = await withServer()
  const waiting = await portal.customer()
  const order = await portal.order(waiting)
  const { page, context, trace } = await portal.open(waiting)
  for (const address of [path, '/server-management/nonsense', path.replace(/.$/, 'f')]) {
    expect((await page.goto(address))?.status()).toBe(404)
    await ready(page)
    await page.getByRole('heading', { level: 1, name: 'Service Not Found' }).waitFor()
    await page.getByText("not found or you don't have access").waitFor()
    await page.getByRole('link', { name: 'Back to Dashboard' }).waitFor()
  }
  await visit(page, `/server-management/${order.serviceId}`)
  await page.locator('.server-notice', { hasText: 'This service is not active yet.' }).waitFor()
  await openTab(page, 'Settings')
  expect(await page.getByRole('button', { name: 'Restart', exact: true }).isDisabled()).toBe(true)
  expectQuiet(trace, [/status of 404/])
  await context.close()
  await portal.admin.call(`/api/admin/services/${path.split('/').pop()}/suspend`, { reason: 'Unpaid bill' })
  const owner = await portal.open(person, { viewport: 'phone' })
  await visit(owner.page, path)
  await owner.page.getByText('This service is suspended: Unpaid bill').waitFor()
  await expectNoAxeViolations(owner.page)
  expectQuiet(owner.trace)
  await owner.context.close()
})

test.concurrent('a site is restored to a backup in its timeline, with the keyboard', async () => {
  const { person, order, path } = await withServer('timeline.example.com')
  await portal.upload(person, order, 'index.html', '<h1>Hello</h1>')
  await person.call('/api/backups', { serviceId: order.serviceId, backupType: 'full' })
  const isDone = async () =>
    (await person.call<{ status: string }[]>('/api/backups')).every(({ status }) => status === 'completed')
  await until(isDone)
  await person.call(`/api/server-restart/${order.serviceId}`, {})
  await until(async () => (await statusOf(person, order)) === 'active')
  const { page, context, trace } = await portal.open(person, { viewport: 'phone' })
  await rememberToasts(context)
  await visit(page, path)
  await page.getByText('View as list').focus()
  await page.keyboard.press('Enter')
  // Events seconds apart may share a mark on the line, depending on timing; the list has each.
  const list = page.locator('.timeline-list')
  const goBack = list.getByRole('button', { name: /^Go back to here/ })
  await goBack.focus()
  await expectNoAxeViolations(page)
  await noSidewaysScroll(page)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('timeline.example.com').waitFor()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Go back to here' }).click()
  await list.getByText('Restore', { exact: true }).waitFor()
  await list.getByText('Safety copy before a restore').waitFor()
  await expectSoon(
    () => seenToasts(page),
    expect.arrayContaining([expect.stringContaining('Restore Started')]),
  )
  expectQuiet(trace)
  await context.close()
})
