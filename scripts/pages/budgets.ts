/** The budget of a page; a KB is 1 000 bytes, compressed with brotli 11. */
export type Budget = {
  /** `shown`: complete without a script, which loads when the browser is idle. `hydrated`: the script has taken over. */
  until: 'shown' | 'hydrated'
  scriptKb: number
  /** HTML including the style sheet. */
  documentKb: number
  requests: number
  /** Largest contentful paint, as a multiple of a static page's in the same run. */
  lcp: number
}

export type Caller = 'visitor' | 'newcomer' | 'waiting' | 'customer' | 'administrator'

/** `:service` in a path is the customer's active service, `:domain` their domain. */
export type BudgetedPage = { name: string; path: string; caller: Caller; budget: Budget }

const open: Budget = { until: 'shown', scriptKb: 0, documentKb: 14, requests: 3, lcp: 1.25 }
const auth: Budget = { until: 'hydrated', scriptKb: 123.5, documentKb: 14, requests: 6, lcp: 1.25 }
const first: Budget = { until: 'hydrated', scriptKb: 130, documentKb: 20, requests: 8, lcp: 1.35 }
const signedIn: Budget = { until: 'hydrated', scriptKb: 139.5, documentKb: 20, requests: 8, lcp: 1.4 }
// With a part that is rendered with the page, or a chunk that it shares with one other page.
const withPart: Budget = { ...signedIn, requests: 9 }
const withBoth: Budget = { ...signedIn, requests: 10 }

/** The one inline script of every page. */
export const bootKb = 1
/** Chunks that a route change fetches once the shell is loaded. */
export const routeKb = 25

/** Pages and their budgets. */
export const budgetedPages: readonly BudgetedPage[] = [
  { name: 'landing', path: '/', caller: 'visitor', budget: open },
  { name: 'contact', path: '/contact', caller: 'visitor', budget: open },
  { name: 'terms', path: '/terms', caller: 'visitor', budget: open },
  { name: 'refund policy', path: '/refund-policy', caller: 'visitor', budget: open },
  { name: 'status', path: '/status', caller: 'visitor', budget: open },
  { name: '404', path: '/no-such-page', caller: 'visitor', budget: open },
  { name: 'auth', path: '/auth', caller: 'visitor', budget: auth },
  { name: 'dashboard', path: '/', caller: 'customer', budget: first },
  { name: 'select plan', path: '/select-plan', caller: 'newcomer', budget: signedIn },
  { name: 'pending', path: '/pending-activation', caller: 'waiting', budget: signedIn },
  { name: 'account', path: '/account', caller: 'customer', budget: signedIn },
  { name: 'domains', path: '/domains', caller: 'customer', budget: withPart },
  { name: 'domain', path: '/domains?domain=:domain', caller: 'customer', budget: withPart },
  { name: 'databases', path: '/databases', caller: 'customer', budget: signedIn },
  { name: 'projects', path: '/projects', caller: 'customer', budget: withPart },
  { name: 'server', path: '/server-management/:service', caller: 'customer', budget: withBoth },
  {
    name: 'monitoring',
    path: '/server-management/:service?tab=monitoring',
    caller: 'customer',
    budget: withPart,
  },
  { name: 'websites', path: '/websites', caller: 'customer', budget: signedIn },
  { name: 'applications', path: '/applications', caller: 'customer', budget: signedIn },
  { name: 'cloud', path: '/cloud-management', caller: 'customer', budget: signedIn },
  { name: 'cloud compute', path: '/cloud-management?tab=compute', caller: 'customer', budget: signedIn },
  { name: 'admin', path: '/admin', caller: 'administrator', budget: signedIn },
  { name: 'orders', path: '/admin/orders', caller: 'administrator', budget: signedIn },
]
