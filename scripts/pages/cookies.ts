import type { BrowserContext } from 'playwright-core'

/** Sets the cookies of a Cookie header in a browser. */
export async function addCookies(context: BrowserContext, header: string, url: string): Promise<void> {
  const pairs = header.split('; ').filter(Boolean)
  await context.addCookies(
    pairs.map((pair) => {
      const [name = '', value = ''] = pair.split('=')
      return { name, value, url, httpOnly: true, sameSite: 'Lax' as const }
    }),
  )
}
