import { test } from 'bun:test'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet } from '../support/browser.ts'
import { until, visit } from '../support/portal.ts'
import { drawn, figure, open, path, prepare } from './charts-steps.ts'

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
  // The library draws what a mouse did when the browser finds time for it, unlike a press of a key.
  for (const name of ['CPU', 'Memory'])
    await until(async () => (await sliderOf(name).getAttribute('aria-label')) !== before)
  expectQuiet(trace)
  await context.close()
})

test.concurrent('without a script or the library, the values are in the table', async () => {
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
