import { expect } from 'bun:test'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromium as chromiumTool, whyMissing } from '../../scripts/testing/tools.ts'
import { inTier } from './tier.ts'

/** The two viewport widths that every screen is tested at. */
export const viewports = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
} as const

/** Both widths, each in another colour scheme: with `expectNoAxeViolations` in both schemes, this covers all four looks. */
export const bothWidths = [
  { viewport: 'phone', colourScheme: 'dark' },
  { viewport: 'desktop', colourScheme: 'light' },
] as const satisfies PageOptions[]

export type PageOptions = {
  viewport?: keyof typeof viewports
  colourScheme?: 'light' | 'dark'
  javaScript?: boolean
  /** The base URL of relative paths in `page.goto`. */
  baseUrl?: string
}

type Width = keyof typeof viewports
type Appearance = Required<Pick<PageOptions, 'viewport' | 'colourScheme'>>

/** The looks that a journey is repeated in: both widths in the whole run, and one in the short run, another in each file. */
export const looksOf = (short: Appearance): readonly Appearance[] =>
  inTier({ short: [short], all: bothWidths })

/** The same for a journey that only depends on the width. */
export const widthsOf = (short: Width): readonly Width[] =>
  inTier({ short: [short], all: ['phone', 'desktop'] })

/** A page's messages and requests while it was open. */
export type Trace = {
  /** Console errors and warnings, and uncaught errors. */
  consoleErrors: string[]
  /** Violations of the page's content security policy. */
  cspReports: string[]
  /** Every request with its body. */
  requests: { method: string; url: string; body: string }[]
  /** Responses of 500 and above, and failed requests. */
  failures: string[]
}

export type TracedPage = { page: Page; context: BrowserContext; trace: Trace }

// Chromium uses only the last switch of a name, so this repeats the relevant part of Playwright's list.
const withoutFeatures = [
  // The suggestions below the address bar are pages that every window loads anew: most of the cost of a window.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/**
 * Starts Debian's Chromium with extra arguments; close it with `browser.close()`.
 * @throws Error naming the command that installs Chromium when it is missing
 */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = chromiumTool.find()
  if (executablePath === null) throw new Error(whyMissing([chromiumTool]))
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      // Chromium's sandbox refuses to run as root, the user of build machines.
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${withoutFeatures.join()}`,
      ...args,
    ],
  })
}

const isPolicyMessage = (text: string): boolean => /content[- ]security[- ]policy/i.test(text)

function traceContext(context: BrowserContext): Trace {
  const trace: Trace = { consoleErrors: [], cspReports: [], requests: [], failures: [] }
  context.on('console', (message) => {
    // The text does not name the failed resource.
    const resource = message.text().startsWith('Failed to load resource') ? ` ${message.location().url}` : ''
    const text = `${message.type()}: ${message.text()}${resource}`
    if (isPolicyMessage(text)) trace.cspReports.push(text)
    if (['error', 'warning'].includes(message.type())) trace.consoleErrors.push(text)
  })
  context.on('weberror', (failure) => {
    trace.consoleErrors.push(`uncaught: ${failure.error().message}`)
  })
  context.on('request', (request) => {
    trace.requests.push({
      method: request.method(),
      url: request.url(),
      body: request.postDataBuffer()?.toString('latin1') ?? '',
    })
  })
  context.on('response', (response) => {
    if (response.status() >= 500) trace.failures.push(`${response.status()} ${response.url()}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // A navigation cancels pending requests of the previous page.
    if (reason !== 'net::ERR_ABORTED') trace.failures.push(`${reason} ${request.url()}`)
  })
  return trace
}

/** Logs policy violations on the console, even when the page caught them. Runs in the page. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
    console.log(`content security policy: ${effectiveDirective} refused ${blockedURI} in ${sourceFile}`)
  })
}

/**
 * A page in a context of its own (cookies, storage), which collects messages and requests from the first request on.
 * Close it with `context.close()`.
 */
export async function newPage(browser: Browser, options: PageOptions = {}): Promise<TracedPage> {
  const context = await browser.newContext({
    viewport: viewports[options.viewport ?? 'desktop'],
    colorScheme: options.colourScheme ?? 'light',
    javaScriptEnabled: options.javaScript ?? true,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
    ...(options.viewport === 'phone' ? { isMobile: true, hasTouch: true } : {}),
    ...(options.baseUrl === undefined ? {} : { baseURL: options.baseUrl }),
  })
  const trace = traceContext(context)
  await context.addInitScript(reportViolations)
  return { page: await context.newPage(), context, trace }
}

/** The thumbnail of a site is drawn without the site's scripts, which a browser logs. */
const pictureScript = /^error: Blocked script execution in '[^']*\/pictures\//

/** Expects no page errors, policy violations or failed requests. `allowed` excuses what a test provokes. */
export function expectQuiet(trace: Trace, allowed: RegExp[] = []): void {
  const isWrong = (text: string) => ![...allowed, pictureScript].some((pattern) => pattern.test(text))
  expect({
    consoleErrors: trace.consoleErrors.filter(isWrong),
    cspReports: trace.cspReports.filter(isWrong),
    failures: trace.failures.filter(isWrong),
  }).toEqual({ consoleErrors: [], cspReports: [], failures: [] })
}

/** Expects that no request carried the text, neither in its URL nor in its body, plain, form- or JSON-encoded. */
export function expectNeverSent(trace: Trace, secret: string): void {
  const forms = [secret, encodeURIComponent(secret), new URLSearchParams({ a: secret }).toString().slice(2)]
  const carriers = trace.requests.filter(({ url, body }) =>
    forms.some((form) => url.includes(form) || body.includes(form)),
  )
  expect(carriers.map(({ method, url }) => `${method} ${url}`)).toEqual([])
}

const folder = process.env.SCREENSHOTS

/** Writes a screenshot of the whole page into the folder that `SCREENSHOTS` names: for people, so plain test runs take none. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (!folder) return
  const path = join(folder, `${name}.png`)
  await page.screenshot({ path, fullPage: true, animations: 'disabled', caret: 'hide' })
}
