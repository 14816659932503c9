import { afterAll, beforeAll, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { findAxeViolations } from '../support/axe.ts'
import { screenshot, viewports, widthsOf } from '../support/browser.ts'
import { type FragilePortal, startFragilePortal } from '../support/outage.ts'
import type { Order, Person } from '../support/portal.ts'
import { inTier } from '../support/tier.ts'

export let fragile: FragilePortal

type File = { id: string; name: string }

export async function makeProject(person: Person): Promise<string> {
  const { id } = await person.call<{ id: string }>('/api/projects', { name: 'Shop' })
  const create = (name: string, type: string) =>
    person.call<File>('/api/projects/files', { projectId: id, name, type, content: 'stored' })
  const file = await create('notes.md', 'md')
  await create('other.md', 'md')
  return `/projects?project=${id}&file=${file.id}`
}

export const banner = (page: Page) => page.getByText('Connection lost, retrying')

export const editor = (page: Page) => page.locator('.code-editor .cm-content')

export async function type(page: Page, text: string): Promise<void> {
  await page.locator('.code-editor .cm-editor').waitFor()
  await editor(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText(text)
}

/** Checks the screen at both widths and in both schemes; in the short run on a dark desktop only. */
export async function checkScreen(page: Page, name: string): Promise<void> {
  for (const viewport of widthsOf('desktop')) {
    await page.setViewportSize(viewports[viewport])
    for (const colorScheme of inTier({ short: ['dark'], all: ['dark', 'light'] } as const)) {
      await page.emulateMedia({ colorScheme })
      expect(await findAxeViolations(page, { rules: colorScheme === 'dark' ? 'all' : 'colours' })).toEqual([])
      await screenshot(page, `${name}-${viewport}-${colorScheme}`)
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
}

export async function activeCustomer(): Promise<{ person: Person; order: Order }> {
  const { portal } = fragile
  const person = await portal.customer()
  const order = await portal.order(person)
  await portal.activate(person, order)
  return { person, order }
}

/** Starts the fixtures of a test file, and stops them after its last test. */
export function prepare(): void {
  beforeAll(async () => {
    fragile = await startFragilePortal()
  })
  afterAll(() => fragile.stop())
}
