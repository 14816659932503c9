import { expect, test } from 'bun:test'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet } from '../support/browser.ts'
import { expectSoon } from '../support/expect-soon.ts'
import { until, visit } from '../support/portal.ts'
import { drawn, figure, lines, open, path, person, prepare } from './charts-steps.ts'

prepare()

test.concurrent('the mouse drags an end of the brush', async () => {
  const { page, context, trace } = await open()
  await visit(page, `${path}&range=7d`)
  await drawn(page)
  const sliderOf = (name: string) => figure(page, name).getByRole('slider').first()
  const slider = sliderOf('CPU')
  await slider.scrollIntoViewIfNeeded()
  const before = await slider.getAttribute('aria-label')
  const box = await slider.boundingBox()
  if (!box) throw new Error('the brush has no handle')
  await page.mouse.move(box.x + 12, box.y + 14)
  await page.mouse.down()
  await page.mouse.move(box.x + 112, box.y + 14, { steps: 5 })
  await page.mouse.up()
  // The library handles mouse moves asynchronously, unlike key presses.
  for (const name of ['CPU', 'Memory'])
    await until(async () => (await sliderOf(name).getAttribute('aria-label')) !== before)
  expectQuiet(trace)
  await context.close()
})

test.concurrent('without scripts or the library, the table has the values', async () => {
  const plain = await open({ javaScript: false })
  await plain.page.goto(path)
  await figure(plain.page, 'Memory').getByText('View as table').click()
  await figure(plain.page, 'Memory').getByRole('cell', { name: '62%' }).first().waitFor()
  expectQuiet(plain.trace)
  await plain.context.close()

  const { page, context } = await open()
  await page.route('**/assets/line-plot-*.js', (route) => route.abort())
  await visit(page, path)
  await figure(page, 'Memory').getByText('The chart could not be drawn').waitFor()
  await expectNoAxeViolations(page)
  await figure(page, 'Memory').getByText('View as table').click()
  await figure(page, 'Memory').getByRole('cell', { name: '62%' }).first().waitFor()
  await context.close()
})

test.concurrent('the keyboard reads points, hides a line and zooms all charts, and new values keep the zoom', async () => {
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

test.concurrent('the axis fits the values until it is set to 100%, and events are marked and listed', async () => {
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
    .getByRole('region', { name: 'Events on the charts' })
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
