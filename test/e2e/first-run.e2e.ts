import { expect, test } from 'bun:test'
import { expectQuiet } from '../support/browser.ts'
import { openDashboard, prepare, steps } from './first-run-steps.ts'

prepare()

test('dismissed first steps stay hidden, and the server does not render them on the next visit', async () => {
  const { page, context, trace } = await openDashboard()
  await steps(page).getByRole('button', { name: 'Dismiss' }).click()
  await steps(page).waitFor({ state: 'detached' })
  const answer = await page.reload()
  expect(await answer?.text()).not.toContain('First steps')
  expectQuiet(trace)
  await context.close()
})
