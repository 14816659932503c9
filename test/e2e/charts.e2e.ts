import { expect, test } from 'bun:test'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet, looksOf } from '../support/browser.ts'
import { expectSoon } from '../support/expect-soon.ts'
import { visit } from '../support/portal.ts'
import { drawn, figure, lines, open, path, person, prepare } from './charts-steps.ts'

prepare()

test.concurrent.each(looksOf({ viewport: 'phone', colourScheme: 'dark' }))(
  'charts are drawn after the page without shifting it or violating axe: $viewport, $colourScheme',
  async (look) => {
    const { page, context, trace } = await open(look)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/line-plot-*.js', (route) => released.then(() => route.continue()))
    await visit(page, `${path}&range=24h`)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const places = () =>
      page.getByRole('figure').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()))
    const before = await places()
    expect(before.length).toBe(5)
    release()
    await drawn(page)
    expect(await places()).toEqual(before)
    await figure(page, 'CPU').getByRole('img', { name: 'Chart of CPU' }).hover()
    await figure(page, 'Memory').locator('.line-plot-tooltip').getByText('62%').waitFor()
    await expectNoAxeViolations(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    expectQuiet(trace)
    await context.close()
  },
)

test.concurrent('the keyboard reads points, hides a line and zooms all charts, and new values leave the zoom alone', async () => {
  const { page, context, trace } = await open()
  await page.clock.install()
  await visit(page, `${path}&range=24h`)
  await drawn(page)
  await figure(page, 'CPU').getByRole('img', { name: 'Chart of CPU' }).focus()
  await page.keyboard.press('ArrowRight')
  const tooltip = figure(page, 'Disk').locator('.line-plot-tooltip')
  await tooltip.getByText('IST').waitFor()

  await expectSoon(() => lines(page, /Network/).count(), 2)
  const toggle = figure(page, /Network/).getByRole('button', { name: 'Out' })
  await toggle.focus()
  await page.keyboard.press('Space')
  await expectSoon(() => toggle.getAttribute('aria-pressed'), 'false')
  await expectSoon(() => lines(page, /Network/).count(), 1)
  await page.keyboard.press('Space')
  await expectSoon(() => lines(page, /Network/).count(), 2)

  const start = (name: string) =>
    figure(page, name).locator('.recharts-xAxis-tick-labels text').first().textContent()
  const whole = await start('Memory')
  const handle = figure(page, 'CPU').getByRole('slider').first()
  await handle.focus()
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('ArrowRight')
  await expectSoon(async () => (await start('Memory')) === whole, false)
  const zoomed = await start('Memory')
  await expectSoon(() => start('CPU'), zoomed)
  expect(await handle.getAttribute('aria-label')).toContain(`${zoomed} IST to`)
  const read = page.waitForResponse(/server-metrics/)
  await page.clock.runFor(60_000)
  await read
  expect(await start('Memory')).not.toBe(whole)
  await expectNoAxeViolations(page)
  expectQuiet(trace)
  await context.close()
})

test.concurrent('the axis fits the values until it is set to 100 %, and what happened is marked and listed', async () => {
  await person.call(path.replace(/^\/server-management\/([^?]+).*$/, '/api/server-restart/$1'), {})
  const { page, context, trace } = await open()
  await visit(page, `${path}&range=24h`)
  await drawn(page)
  const highest = figure(page, 'CPU').locator('.recharts-yAxis-tick-labels text').last()
  await expectSoon(() => highest.textContent(), '80%')
  await page.getByRole('checkbox', { name: 'Scale to 100%' }).check()
  await highest.getByText('100%').waitFor()
  await figure(page, 'Memory').locator('.recharts-reference-line-line').first().waitFor({ state: 'attached' })
  await page
    .getByRole('region', { name: 'Marked on the charts' })
    .getByText(/IST: Restart/)
    .waitFor()
  const requests = figure(page, 'Requests per minute')
  await expectSoon(() => lines(page, 'Requests per minute').count(), 3)
  await requests.getByText('View as table').click()
  await requests.getByRole('cell', { name: '24/min' }).first().waitFor()
  await requests.getByRole('columnheader', { name: '5xx' }).waitFor()
  await figure(page, 'Network (B/s)').getByText('View as table').click()
  await figure(page, 'Network (B/s)').getByRole('cell', { name: /\/s$/ }).first().waitFor()
  await expectNoAxeViolations(page)
  expectQuiet(trace)
  await context.close()
})
