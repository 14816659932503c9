import type { BrowserContext, Page } from 'playwright-core'

/** Records the text of every toast of a window, across navigations. */
export async function rememberToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const key = 'seen-toasts'
    const look = () => {
      const shown = [...document.querySelectorAll('.toast')].map((toast) => toast.textContent ?? '')
      if (shown.length === 0) return
      const seen: string[] = JSON.parse(sessionStorage.getItem(key) ?? '[]')
      seen.push(...shown.filter((text) => !seen.includes(text)))
      sessionStorage.setItem(key, JSON.stringify(seen))
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  })
}

/** The toasts of this window so far, each once. */
export const seenToasts = (page: Page): Promise<string[]> =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('seen-toasts') ?? '[]'))
