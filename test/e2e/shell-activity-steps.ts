import type { Page } from 'playwright-core'

export const bell = (page: Page) => page.getByRole('button', { name: /^Activity/ })

export const drawer = (page: Page) => page.getByRole('dialog', { name: 'Activity' })

export const row = (page: Page, title: string, subject: string) =>
  drawer(page).getByRole('listitem').filter({ hasText: title }).filter({ hasText: subject })
