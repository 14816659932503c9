import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectQuiet } from '../support/browser.ts'
import { startPortal, type TestPortal, until, visit } from '../support/portal.ts'
import { makeProject } from './projects-steps.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

test('a card shows its site without counting a visit, at the readable address that Open uses', async () => {
  const person = await portal.customer()
  const order = await portal.order(person)
  const { serviceId } = order
  await portal.activate(person, order)
  const project = await makeProject(person, { 'index.html': '<!doctype html><h1>Flowers</h1>' })
  await person.call(`/api/projects/${project.id}/publish`, { serviceId })
  await person.call(`/api/user-services/${serviceId}/name`, { name: 'Flower Market' }, 'PUT')
  const { page, context, trace } = await portal.open(person)
  await visit(page, '/dashboard')
  await page.frameLocator('.site-picture iframe').getByText('Flowers').waitFor()
  expect(await page.locator('.site-picture iframe').getAttribute('sandbox')).toBe('')
  expect(trace.cspReports).toEqual([])
  const address = await page.getByRole('link', { name: 'Open Flower Market' }).getAttribute('href')
  expect(address).toMatch(/\/sites\/flower-market\/$/)
  const sent = async () =>
    (await person.call<{ networkOut: number }>(`/api/server-stats/${serviceId}`)).networkOut
  expect(await sent()).toBe(0)
  const visited = await (await fetch(address ?? '')).text()
  expect(visited).toContain('Flowers')
  await until(async () => (await sent()) > 0)
  expectQuiet(trace)
  await context.close()
})
