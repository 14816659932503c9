import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet } from '../support/browser.ts'
import { expectStyled, folder, openDashboard, prepare, steps } from './first-run-steps.ts'

prepare()

test('a folder that is chosen on the dashboard is an open, styled site after three clicks at most', async () => {
  const { page, context, trace } = await openDashboard()
  let clicks = 0
  const click = (target: ReturnType<Page['getByText']>) => {
    clicks += 1
    return target.click()
  }
  await expectNoAxeViolations(page)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    click(steps(page).getByText('Choose a folder')),
  ])
  await chooser.setFiles(folder)
  const tray = page.getByRole('region', { name: 'Uploads' })
  await tray.getByText('3 uploaded').waitFor()
  const [shown] = await Promise.all([
    context.waitForEvent('page'),
    click(tray.getByRole('link', { name: 'Open site' })),
  ])
  await expectStyled(shown)
  expect(clicks).toBeLessThanOrEqual(3)
  await steps(page).getByRole('listitem').filter({ hasText: 'Upload your site, done' }).waitFor()
  await expectNoAxeViolations(page)
  expectQuiet(trace)
  await context.close()
})

test('first steps that are put away stay away, and are not drawn at the next visit', async () => {
  const { page, context, trace } = await openDashboard()
  await steps(page).getByRole('button', { name: 'Dismiss' }).click()
  await steps(page).waitFor({ state: 'detached' })
  const answer = await page.reload()
  expect(await answer?.text()).not.toContain('First steps')
  expectQuiet(trace)
  await context.close()
})
