import { expect } from 'bun:test'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { isWholeRun } from './tier.ts'

const source = await Bun.file(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir)).text()

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What a colour scheme can change; the other rules look at structure and size alone. */
const colourRules = ['color-contrast', 'link-in-text-block']

type PageWithAxe = {
  axe?: { run: (context: Element | Document, options: RunOptions) => Promise<AxeResults> }
}

/** `all` rules, or only those about colours; `inDialog`: of the topmost modal dialog alone, where one is open. */
type Scope = { rules?: 'all' | 'colours'; inDialog?: boolean }

async function look(page: Page, { rules = 'all', inDialog = false }: Scope): Promise<string[]> {
  // Mantine names a dialog by its title a moment after it is shown.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].every(
      (dialog) => dialog.hasAttribute('aria-label') || dialog.hasAttribute('aria-labelledby'),
    ),
  )
  const isLoaded = await page.evaluate(() => (globalThis as unknown as PageWithAxe).axe !== undefined)
  if (!isLoaded) await page.evaluate(source)
  const options: RunOptions = {
    runOnly: rules === 'all' ? { type: 'tag', values: tags } : { type: 'rule', values: colourRules },
    resultTypes: ['violations'],
    // The only frames and sheets are the page's own.
    preload: false,
    iframes: false,
  }
  const results = await page.evaluate(
    ([wanted, isOfDialog]) => {
      const { axe } = globalThis as unknown as PageWithAxe
      if (!axe) throw new Error('axe is not loaded')
      const dialogs = isOfDialog ? [...document.querySelectorAll('[role][aria-modal="true"]')] : []
      return axe.run(dialogs.findLast((dialog) => dialog.checkVisibility()) ?? document, wanted)
    },
    [options, inDialog] as const,
  )
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => {
      const reason = failureSummary?.replaceAll(/\s+/g, ' ') ?? ''
      return `${id}: ${help} · ${target.join(' ')} · ${reason}`
    }),
  )
}

/**
 * What axe finds on the page as it stands: one line per rule and element. It needs the page's JavaScript;
 * it is evaluated through the debugger, which no content security policy hinders.
 */
export async function findAxeViolations(page: Page, scope: Scope = {}): Promise<string[]> {
  try {
    return await look(page, scope)
  } catch (error) {
    // On a slow machine another document may still take the place of the one that was looked at.
    if (!String(error).includes('Execution context was destroyed')) throw error
    await page.waitForLoadState()
    return look(page, scope)
  }
}

/** WCAG 2.0–2.2 A and AA and axe's best practice: nothing to find on the page as it stands. */
export async function expectNoAxeViolations(page: Page, scope: Scope = {}): Promise<void> {
  expect(await findAxeViolations(page, scope)).toEqual([])
}

/**
 * The same, and in the whole run nothing that the other colour scheme would bring about; the page keeps its own. In the short
 * run the journeys differ in their schemes.
 */
export async function expectNoAxeViolationsInBothSchemes(page: Page): Promise<void> {
  await expectNoAxeViolations(page)
  if (!isWholeRun) return
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [own, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  await page.emulateMedia({ colorScheme: other })
  expect(await findAxeViolations(page, { rules: 'colours' })).toEqual([])
  await page.emulateMedia({ colorScheme: own })
}
