import type { Page } from 'playwright-core'
import type { Order, Person, TestPortal } from '../support/portal.ts'

/** One user of each kind, with the data that the screens show. */
export type ScreenFixture = Record<'newcomer' | 'waiting' | 'refused' | 'customer', Person> & {
  portal: TestPortal
  waitingOrder: Order
  activeOrder: Order
  /** A domain of the customer, whose records have changed. */
  domainId: string
  /** The domain that the customer ordered with the service, not verified yet. */
  unverifiedId: string
  /** A database of the customer that waits for its engine. */
  databaseId: string
  /** A mailbox of the customer. */
  mailboxId: string
  /** The id of the customer. */
  customerId: string
  /** The name of a temporary site that the customer saved. */
  trial: string
}

export type Who = 'visitor' | 'newcomer' | 'waiting' | 'refused' | 'customer' | 'admin'

/** A page, or a state of one. The path of a page is that of its route; `path` fills in its parameters. */
export type Screen = {
  who: Who
  route: string
  path?: (fixture: ScreenFixture) => string
  /** The difference from the page as it opens. */
  state?: string
  /** Brings the page into that state. */
  reach?: (page: Page) => Promise<unknown>
  /** The state exists only on phones, and is checked only there. */
  isPhoneOnly?: true
}

export const dialog = (page: Page) => page.getByRole('dialog')

/** Clicks a button and waits for the dialog it opens. */
export const opens = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await dialog(page).waitFor()
}

export const opensKeys = async (page: Page) => {
  await page.keyboard.press('?')
  await dialog(page).getByRole('switch').waitFor()
}

/** Chooses an action in the ⋯ menu of the first row. */
export const opensOfRow = (entry: string) => async (page: Page) => {
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click()
  await page.getByRole('button', { name: entry, exact: true }).and(page.locator(':visible')).click()
  await dialog(page).waitFor()
}
