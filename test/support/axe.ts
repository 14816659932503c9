import { expect } from 'bun:test'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { isWholeRun } from './tier.ts'

const source = await Bun.file(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir)).text()

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules that a colour scheme can affect; the others check structure and size alone. */
const colourRules = ['color-contrast', 'link-in-text-block']

type PageWithAxe = {
  axe?: { run: (context: Element | Document, options: RunOptions) => Promise<AxeResults> }
}

/** `all` rules, or only those about colours; `inDialog`: only the topmost modal dialog, where one is open. */
type Scope = { rules?: 'all' | 'colours'; inDialog?: boolean }

async function runAxe(page: Page, { rules = 'all', inDialog = false }: Scope): Promise<string[]> {
  // Mantine sets the accessible name of a dialog a moment after it opens.
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
    // The only frames and stylesheets are the page's own.
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
 * The violations on the current page: one line per rule and element. Needs the page's JavaScript; runs through the
 * debugger, which no content security policy blocks.
 */
export async function findAxeViolations(page: Page, scope: Scope = {}): Promise<string[]> {
  try {
    return await runAxe(page, scope)
  } catch (error) {
    // On a slow machine another document may still replace the checked one.
    if (!String(error).includes('Execution context was destroyed')) throw error
    await page.waitForLoadState()
    return runAxe(page, scope)
  }
}

/** Expects no violations of WCAG 2.0–2.2 A and AA and axe's best practice on the current page. */
export async function expectNoAxeViolations(page: Page, scope: Scope = {}): Promise<void> {
  expect(await findAxeViolations(page, scope)).toEqual([])
}

/**
 * The same, and in the whole run no violations in the other colour scheme either; the page keeps its own. In the short
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
