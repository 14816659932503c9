import { expect } from 'bun:test'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromium as chromiumTool, whyMissing } from '../../scripts/testing/tools.ts'
import { inTier } from './tier.ts'

/** The two widths that every screen is looked at. */
export const viewports = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
} as const

/** Both widths, each in a colour scheme of its own: with `expectNoAxeViolations` of both schemes all four looks are seen. */
export const bothWidths = [
  { viewport: 'phone', colourScheme: 'dark' },
  { viewport: 'desktop', colourScheme: 'light' },
] as const satisfies PageOptions[]

export type PageOptions = {
  viewport?: keyof typeof viewports
  colourScheme?: 'light' | 'dark'
  javaScript?: boolean
  /** Address that relative paths of `page.goto` begin at. */
  baseUrl?: string
}

type Width = keyof typeof viewports
type Look = Required<Pick<PageOptions, 'viewport' | 'colourScheme'>>

/** The looks that a journey is repeated in: both widths in the whole run, and one in the short run, another in each file. */
export const looksOf = (short: Look): readonly Look[] => inTier({ short: [short], all: bothWidths })

/** The same for a journey that is about the width alone. */
export const widthsOf = (short: Width): readonly Width[] =>
  inTier({ short: [short], all: ['phone', 'desktop'] })

/** What a page said and sent while it was open. */
export type Trace = {
  /** Errors and warnings of the console, and errors that no one caught. */
  consoleErrors: string[]
  /** Refusals by the page's content security policy. */
  cspReports: string[]
  /** Every request, with what it carried. */
  requests: { method: string; url: string; body: string }[]
  /** Answers of 500 and above, and requests that failed. */
  failures: string[]
}

export type TracedPage = { page: Page; context: BrowserContext; trace: Trace }

// A switch that is given twice counts once, so this is playwright's own list as well, as far as it matters here.
const withoutFeatures = [
  // The suggestions below the address bar are pages of their own, loaded anew for every window: most of what one costs.
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
 * Starts Debian's Chromium, with further arguments of its own; close it with `browser.close()`.
 * @throws Error naming the command that installs Chromium when there is none
 */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = chromiumTool.find()
  if (executablePath === null) throw new Error(whyMissing([chromiumTool]))
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      // Chromium's sandbox refuses to run as root, which is what a build machine is.
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
    // A resource that failed is not named in the text.
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
    // A navigation ends what the page before it still asked for.
    if (reason !== 'net::ERR_ABORTED') trace.failures.push(`${reason} ${request.url()}`)
  })
  return trace
}

/** Says on the console what the policy refused, also where the page caught the refusal. Runs in the page. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
    console.log(`content security policy: ${effectiveDirective} refused ${blockedURI} in ${sourceFile}`)
  })
}

/**
 * A page in a context of its own (cookies, storage), with what it says and sends collected from the first
 * request on. Close it with `context.close()`.
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

/** The picture of a site is drawn without the scripts of the site, which a browser mentions. */
const pictureScript = /^error: Blocked script execution in '[^']*\/pictures\//

/** The page said nothing wrong, broke no policy, and no request failed. `allowed` excuses what a test provokes. */
export function expectQuiet(trace: Trace, allowed: RegExp[] = []): void {
  const isWrong = (text: string) => ![...allowed, pictureScript].some((pattern) => pattern.test(text))
  expect({
    consoleErrors: trace.consoleErrors.filter(isWrong),
    cspReports: trace.cspReports.filter(isWrong),
    failures: trace.failures.filter(isWrong),
  }).toEqual({ consoleErrors: [], cspReports: [], failures: [] })
}

/** No request carried the text, neither in its address nor in its body, plain, form- or JSON-encoded. */
export function expectNeverSent(trace: Trace, secret: string): void {
  const forms = [secret, encodeURIComponent(secret), new URLSearchParams({ a: secret }).toString().slice(2)]
  const carriers = trace.requests.filter(({ url, body }) =>
    forms.some((form) => url.includes(form) || body.includes(form)),
  )
  expect(carriers.map(({ method, url }) => `${method} ${url}`)).toEqual([])
}

const folder = process.env.SCREENSHOTS

/** Writes a picture of the whole page into the folder that `SCREENSHOTS` names: for people, so that tests alone draw none. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (!folder) return
  const path = join(folder, `${name}.png`)
  await page.screenshot({ path, fullPage: true, animations: 'disabled', caret: 'hide' })
}
