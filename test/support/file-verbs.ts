import type { Page } from 'playwright-core'

/** Runs an action from the ⋯ menu of a file. */
export async function doToFile(page: Page, verb: string, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByLabel(`${verb} ${name}`, { exact: true }).click()
}
