import type { Page } from 'playwright-core'

/** Does one thing to a file of the grid: its verbs lie side by side on a wide screen, behind a ⋯ elsewhere. */
export async function doToFile(page: Page, verb: string, name: string): Promise<void> {
  const more = page.getByRole('button', { name: `Actions for ${name}`, exact: true })
  if (await more.isVisible()) await more.click()
  await page.getByLabel(`${verb} ${name}`, { exact: true }).click()
}
