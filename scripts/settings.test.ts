import { expect, test } from 'bun:test'
import { settingsPage } from './settings.ts'

test('docs/settings.md matches the output of `bun run settings`', async () => {
  const page = await Bun.file(new URL('../docs/settings.md', import.meta.url)).text()
  expect(page).toBe(settingsPage())
})
