import type { Page } from 'playwright-core'

/** The minimum width and height of a touch target, in CSS pixels. */
const leastTarget = 44

/** Switches between mouse and touch, for which a page may have other sizes. */
export async function createTouchSwitch(page: Page): Promise<(enabled: boolean) => Promise<unknown>> {
  // One session for all calls: another would not undo the changes of this one.
  const client = await page.context().newCDPSession(page)
  return (enabled) => client.send('Emulation.setTouchEmulationEnabled', { enabled, maxTouchPoints: 1 })
}

/** The visible links and buttons that are too small to touch, except those in running text, as a line each. */
export async function findSmallTargets(page: Page): Promise<string[]> {
  const found = await page.evaluate((least) => {
    const isInText = (target: Element) =>
      getComputedStyle(target).display === 'inline' &&
      [...(target.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      )
    const isInSight = (target: Element, { width, height, bottom }: DOMRect) =>
      width > 1 && height > 1 && bottom > 0 && target.checkVisibility({ visibilityProperty: true })
    const selector = 'a[href], button, summary, [role="button"], [role="tab"], [role="menuitem"]'
    return [...document.querySelectorAll(selector)].flatMap((target) => {
      const box = target.getBoundingClientRect()
      // Half a pixel less is a rounding error of a scaled font.
      const isLarge = Math.min(box.width, box.height) >= least - 0.5
      if (isLarge || !isInSight(target, box) || isInText(target)) return []
      const name = target.getAttribute('aria-label') ?? target.textContent?.trim().slice(0, 40)
      return `${target.className || target.tagName} “${name}” ${Math.round(box.width)} × ${Math.round(box.height)}`
    })
  }, leastTarget)
  return [...new Set(found)]
}

/** The widths at which the current page scrolls sideways, each with its content width. */
export async function findSidewaysScroll(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const needed = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          // Layout that follows the window's width is done by the second frame.
          requestAnimationFrame(() =>
            requestAnimationFrame(() => resolve(document.documentElement.scrollWidth)),
          )
        }),
    )
    if (needed > width) found.push(`scrolls sideways at ${width} px: ${needed} px wide`)
  }
  return found
}
