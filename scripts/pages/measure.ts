import type { Browser, BrowserContext, Request } from 'playwright-core'
import { addCookies } from './cookies.ts'

/** One cold load of a page on a slow phone. Times in milliseconds since the navigation began. */
export type Load = {
  lcp: number
  /** The time at which the script had taken over; 0 on a page without a script. */
  ready: number
  /** Requests until the page was shown, and until its script had taken over. */
  shown: string[]
  hydrated: string[]
}

// Lighthouse's slow 4G with applied throttling, and its phone.
const network = {
  offline: false,
  latency: 562,
  downloadThroughput: 1_474_560 / 8,
  uploadThroughput: 691_200 / 8,
}
const slowdown = 4
const viewport = { width: 412, height: 823 }

type Marks = { lcp: number; ready: number }

/** Runs in the page before its own scripts. */
function mark(): void {
  const marks: Marks = { lcp: 0, ready: 0 }
  Object.assign(window, { marks })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) marks.lcp = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new MutationObserver(() => {
    if (marks.ready === 0 && document.documentElement.dataset.ready !== undefined)
      marks.ready = performance.now()
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-ready'] })
}

/** Reads the marks; both use wall-clock time, for comparing with requests. */
function readMarks() {
  const { marks } = window as unknown as { marks: Marks }
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return { ...marks, origin: performance.timeOrigin, loaded: navigation?.loadEventEnd ?? 0 }
}

async function openContext(browser: Browser, url: string, cookie: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport, isMobile: true, hasTouch: true, colorScheme: 'light' })
  await addCookies(context, cookie, url)
  await context.addInitScript(mark)
  return context
}

/** Loads a URL with an empty cache, on a phone four times slower than this machine and a slow network. */
export async function measureLoad(
  browser: Browser,
  url: string,
  { cookie, hasScript }: { cookie: string; hasScript: boolean },
): Promise<Load> {
  const context = await openContext(browser, url, cookie)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', network)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const requests: { request: Request; seen: number }[] = []
    page.on('request', (request) => {
      // Browsers request a site's icon once, when idle, and cache it.
      if (!request.url().endsWith('/favicon.svg')) requests.push({ request, seen: Date.now() })
    })
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
    if (hasScript)
      await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined, null, {
        timeout: 60_000,
      })
    await page.waitForFunction(() => (window as unknown as { marks: { lcp: number } }).marks.lcp > 0)
    const { lcp, ready, origin, loaded } = await page.evaluate(readMarks)
    const until = (time: number) =>
      requests
        // Its own start is exact, but known only after the answer.
        .filter(({ request, seen }) => (request.timing().startTime || seen) <= origin + time)
        .map(({ request }) => request.url())
    return { lcp, ready, shown: until(loaded), hydrated: until(hasScript ? ready : loaded) }
  } finally {
    await context.close()
  }
}
