import { expect, test } from 'bun:test'
import { expectQuiet } from '../support/browser.ts'
import { expectSoon } from '../support/expect-soon.ts'
import { until } from '../support/portal.ts'
import {
  activeOption,
  button,
  customer,
  field,
  open,
  openByKey,
  options,
  order,
  palette,
  prepare,
} from './shell-palette-steps.ts'

prepare()

test('Ctrl+K finds a service by its domain, opens it, and remembers it', async () => {
  const { page, context, trace } = await open()
  expect(trace.requests.filter(({ url }) => url.includes('/assets/palette'))).toEqual([])
  await openByKey(page)
  await page.keyboard.type('palette.exa')
  await until(async () => (await activeOption(page)) === 'palette.example.com')
  await expectSoon(() => field(page).getAttribute('aria-expanded'), 'true')
  await options(page).filter({ hasText: 'Files on' }).waitFor()
  // The domain itself has the same name.
  await expectSoon(
    () =>
      options(page)
        .filter({ hasText: /^palette/ })
        .count(),
    2,
  )
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expectSoon(() => activeOption(page), 'Open palette.example.com')
  for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowUp')
  await expectSoon(() => activeOption(page), 'Files on palette.example.com')
  await page.keyboard.press('ArrowDown')
  await expectSoon(() => activeOption(page), 'palette.example.com')
  expect(await palette(page).locator('[aria-selected="true"]').count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/server-management/${order.serviceId}`)
  await palette(page).waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.matches('main h1'))

  await openByKey(page)
  const recent = palette(page).getByRole('group', { name: 'Recent' }).getByRole('option')
  await expectSoon(() => recent.allTextContents(), ['palette.example.comStarter · active'])
  await page.keyboard.press('ControlOrMeta+k')
  await palette(page).waitFor({ state: 'detached' })
  expectQuiet(trace)
  await context.close()
})

test('a service is backed up from the palette, and stopped after a confirmation', async () => {
  const { page, context, trace } = await open()
  await openByKey(page)
  await page.keyboard.type('back up palette')
  await until(async () => (await activeOption(page)) === 'Back up palette.example.com')
  await page.keyboard.press('Enter')
  await page.locator('.toast').waitFor()

  await openByKey(page)
  await page.keyboard.type('stop palette')
  await until(async () => (await activeOption(page)) === 'Stop palette.example.com…')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: /^Stop .*palette\.example\.com\?$/ })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  await openByKey(page)
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByText('Server Stopped').waitFor()
  await question.waitFor({ state: 'detached' })

  await openByKey(page)
  await page.keyboard.type('start palette')
  await until(async () => (await activeOption(page)) === 'Start palette.example.com')
  await page.keyboard.press('Enter')
  await page.getByText('Server Started').waitFor()
  expectQuiet(trace)
  await context.close()
})

test('the button opens the palette with everything listed, and Escape returns the focus', async () => {
  const { page, context, trace } = await open()
  await button(page).click()
  await options(page).filter({ hasText: 'Temple bells' }).waitFor()
  const groups = await palette(page)
    .getByRole('group')
    .evaluateAll((all) => all.map((group) => group.getAttribute('aria-label')))
  expect(groups).toEqual(['Go to', 'Services', 'Domains', 'Projects', 'Files', 'Actions'])
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.matches('.shell-search'))
  await button(page).click()
  await page.keyboard.type('temple')
  await options(page).filter({ hasText: 'Temple bells' }).click()
  await page.waitForURL('**/projects?project=*')
  expectQuiet(trace)
  await context.close()
})

test('the palette says when nothing is found, and runs actions', async () => {
  const { page, context, trace } = await open(customer, '/files', { viewport: 'phone' })
  await button(page).click()
  await field(page).fill('administration')
  await palette(page).getByText('No results for “administration”.').waitFor()
  await expectSoon(() => field(page).getAttribute('aria-expanded'), 'false')
  await field(page).fill('dark')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.documentElement.dataset.mantineColorScheme === 'dark')
  await palette(page).waitFor({ state: 'detached' })
  await button(page).click()
  await field(page).fill('create a backup')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Create Backup' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/backups')
  expectQuiet(trace)
  await context.close()
})
