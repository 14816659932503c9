import { expect, test } from 'bun:test'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet, looksOf } from '../support/browser.ts'
import { visit } from '../support/portal.ts'
import { drawn, figure, open, path, prepare } from './charts-steps.ts'

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
