import { expect, test } from 'bun:test'
import { expectQuiet } from '../support/browser.ts'
import { openDashboard, prepare, steps } from './first-run-steps.ts'

prepare()

test('first steps that are put away stay away, and are not drawn at the next visit', async () => {
  const { page, context, trace } = await openDashboard()
  await steps(page).getByRole('button', { name: 'Dismiss' }).click()
  await steps(page).waitFor({ state: 'detached' })
  const answer = await page.reload()
  expect(await answer?.text()).not.toContain('First steps')
  expectQuiet(trace)
  await context.close()
})
