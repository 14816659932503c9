import type { Page } from 'playwright-core'

/** The unsaved texts in this browser. */
export const readUnsavedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('portal')
        opening.onsuccess = () => {
          const asked = opening.result.transaction('drafts').objectStore('drafts').getAll()
          asked.onsuccess = () => resolve(asked.result.map(({ content }) => content))
          opening.result.close()
        }
      }),
  )
