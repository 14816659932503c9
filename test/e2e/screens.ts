import type { Page } from 'playwright-core'
import type { TestPortal } from '../support/portal.ts'
import { putTrialOnline } from '../support/trials.ts'
import { adminScreens } from './admin-screens.ts'
import { emailScreens } from './email-screens.ts'
import { dialog, opens, opensKeys, opensOfRow, type Screen, type ScreenFixture } from './screen.ts'

const visitorScreens: Screen[] = [
  { who: 'visitor', route: '/' },
  {
    who: 'visitor',
    route: '/',
    state: 'VPS plans',
    reach: (page) => page.locator('label', { hasText: 'VPS Hosting' }).click(),
  },
  {
    who: 'visitor',
    route: '/',
    state: 'mobile menu',
    reach: (page) => page.locator('summary[aria-label="Menu"]').click(),
    isPhoneOnly: true,
  },
  ...(['Sign In', 'Get Started'] as const).map(
    (name): Screen => ({
      who: 'visitor',
      route: '/',
      state: `${name} dialog`,
      reach: async (page) => {
        await page.getByRole('banner').getByRole('link', { name }).first().click()
        await dialog(page).waitFor()
      },
    }),
  ),
  { who: 'visitor', route: '/auth' },
  { who: 'visitor', route: '/auth', path: () => '/auth?tab=signup', state: 'sign-up' },
  {
    who: 'visitor',
    route: '/auth',
    state: 'empty form refused',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Login' }).click()
      await page.getByText('Enter your password.').waitFor()
    },
  },
  {
    who: 'visitor',
    route: '/auth',
    path: () => '/auth?tab=signup',
    state: 'toast',
    reach: async (page) => {
      await page.getByLabel('Password', { exact: true }).fill('one')
      await page.getByRole('button', { name: 'Create Account' }).click()
      await page.locator('.toast').waitFor()
    },
  },
  { who: 'visitor', route: '/auth/forgot' },
  { who: 'visitor', route: '/auth/forgot', path: () => '/auth/forgot?sent=true', state: 'sent' },
  { who: 'visitor', route: '/auth/reset' },
  { who: 'visitor', route: '/auth/reset', path: () => '/auth/reset?token=abc', state: 'form' },
  { who: 'visitor', route: '/contact' },
  { who: 'visitor', route: '/contact', path: () => '/contact?sent=ABCD-1234', state: 'sent' },
  {
    who: 'visitor',
    route: '/contact',
    state: 'empty form refused',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Send Message' }).click()
      await page.getByText('Enter a message.').waitFor()
    },
  },
  { who: 'visitor', route: '/status' },
  {
    who: 'visitor',
    route: '/status',
    state: 'table',
    reach: (page) => page.getByText('View as table').first().click(),
  },
  {
    who: 'visitor',
    route: '/',
    state: 'no site',
    reach: async (page) => {
      const buffer = Buffer.from('x')
      const field = page.locator('.trial-panel input:not([webkitdirectory])')
      await field.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer })
      await page.getByText(/There is no index.html/).waitFor()
    },
  },
  {
    who: 'visitor',
    route: '/report-site/$name',
    path: ({ trial }) => `/report-site/${trial}`,
    state: 'empty form refused',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Send Report' }).click()
      await page.getByText('Describe what is wrong with this site.').waitFor()
    },
  },
  { who: 'visitor', route: '/terms' },
  { who: 'visitor', route: '/refund-policy' },
  { who: 'visitor', route: '/nowhere', state: 'unknown' },
]

const flowScreens: Screen[] = [
  { who: 'newcomer', route: '/select-plan' },
  {
    who: 'newcomer',
    route: '/select-plan',
    state: 'payment refused',
    reach: async (page) => {
      await page.getByRole('link', { name: 'Choose Business' }).click()
      await dialog(page)
        .getByRole('button', { name: /Place order/ })
        .click()
      await page.getByText('Enter the card number.').waitFor()
    },
  },
  { who: 'waiting', route: '/pending-activation' },
  { who: 'waiting', route: '/pending-activation', state: 'taking back', reach: opens('Cancel this order…') },
  { who: 'refused', route: '/pending-activation', state: 'rejected' },
]

const cloudScreen = (state: string, search = '', reach?: Screen['reach']): Screen => ({
  who: 'customer',
  route: '/cloud-management',
  path: () => `/cloud-management${search}`,
  state,
  ...(reach ? { reach } : {}),
})

const cloudTabs = ['compute', 'storage', 'databases', 'serverless', 'containers', 'analytics', 'security']

/** The drawer of the first row, with all its stored values. */
const opensDrawer = async (page: Page) => {
  await page.locator('.cloud-name-link').first().click()
  await dialog(page).getByText('Created', { exact: true }).waitFor()
}

const cloudScreens: Screen[] = [
  cloudScreen('overview', '', (page) => page.getByText('Costs by service').first().waitFor()),
  ...cloudTabs.map((tab) => cloudScreen(tab, `?tab=${tab}`)),
  cloudScreen('drawer with charts', '?tab=compute&sort=-instances.name', opensDrawer),
  cloudScreen('drawer of settings', '?tab=storage', opensDrawer),
  cloudScreen('no match', '?tab=compute&q=nothing-like-it'),
  cloudScreen('connecting refused', '', async (page) => {
    await opens('Connect an account')(page)
    await dialog(page).getByRole('button', { name: 'Connect', exact: true }).click()
    await dialog(page).locator('[aria-invalid="true"]').first().waitFor()
  }),
  cloudScreen('removing an account', '', opens('Remove Simulator')),
  cloudScreen('no such row', '?tab=compute&selected=instances.1', (page) => dialog(page).waitFor()),
]

const server = (search: string) => ({
  route: '/server-management/$serviceId',
  path: ({ activeOrder }: ScreenFixture) => `/server-management/${activeOrder.serviceId}${search}`,
})

/** The tabs of a site that belong to other features. */
const siteTabs = ['files', 'domain', 'email', 'databases', 'backups'].map((tab) => ({
  who: 'customer' as const,
  route: `/server-management/$serviceId/${tab}`,
  path: ({ activeOrder }: ScreenFixture) => `/server-management/${activeOrder.serviceId}/${tab}`,
}))

const opensTables = async (page: Page) => {
  await page.getByText('View as table').first().click()
  await page.getByRole('table').waitFor()
}

const serverScreens: Screen[] = [
  { who: 'customer', ...server('') },
  { who: 'customer', ...server('?tab=monitoring'), state: 'monitoring' },
  { who: 'customer', ...server('?tab=monitoring&range=7d'), state: 'a week', reach: opensTables },
  { who: 'customer', ...server('?tab=processes'), state: 'processes' },
  { who: 'customer', ...server('?tab=logs'), state: 'logs' },
  {
    who: 'customer',
    ...server('?tab=settings'),
    state: 'power',
    reach: (page) => page.getByText('Power', { exact: true }).click(),
  },
  { who: 'customer', ...server('?tab=settings'), state: 'settings' },
  { who: 'customer', ...server('?tab=settings'), state: 'stopping', reach: opens('Stop…') },
  {
    who: 'customer',
    route: '/server-management/$serviceId',
    path: () => '/server-management/0190a000-0000-7000-8000-000000000000',
    state: 'missing',
  },
  {
    who: 'waiting',
    route: '/server-management/$serviceId',
    path: ({ waitingOrder }) => `/server-management/${waitingOrder.serviceId}`,
    state: 'pending',
  },
  ...siteTabs,
  { who: 'customer', route: '/websites' },
  { who: 'waiting', route: '/websites', state: 'none' },
  { who: 'customer', route: '/applications', state: 'none' },
]

const domain = (search: string) => ({
  who: 'customer' as const,
  route: '/domains',
  path: ({ domainId }: ScreenFixture) => `/domains?domain=${domainId}${search}`,
})

const unverified = (search: string) => ({
  ...domain(search),
  path: ({ unverifiedId }: ScreenFixture) => `/domains?domain=${unverifiedId}${search}`,
})

/** Clicks Add Record and chooses a type, which has its own fields. */
const addsRecord = (type: string) => async (page: Page) => {
  await opens('Add Record')(page)
  await dialog(page).getByLabel('Type').selectOption(type)
}

/** Chooses an action in the ⋯ menu above the records. */
const opensOfRecords = (entry: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Actions for DNS records' }).click()
  await opens(entry)(page)
}

const addsRedirect = async (page: Page) => {
  await opens('Add Subdomain')(page)
  await dialog(page).getByLabel('Points to').selectOption('redirect')
}

const previewsImport = async (page: Page) => {
  await opensOfRecords('Import…')(page)
  await dialog(page).getByRole('textbox').fill('@ 300 IN A 192.0.2.1\nwww 300 IN A nowhere\n')
  await dialog(page).getByRole('button', { name: 'Preview changes' }).click()
  await dialog(page)
    .getByText(/^Line 2: /)
    .waitFor()
}

const domainScreens: Screen[] = [
  {
    ...domain(''),
    state: 'seen by',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Check propagation' }).click()
      await page.getByRole('button', { name: 'Check again', exact: true }).last().waitFor()
    },
  },
  { ...domain(''), state: 'a preset', reach: opensOfRecords('Add for a provider…') },
  { who: 'customer', route: '/domains' },
  { who: 'waiting', route: '/domains', state: 'none' },
  {
    who: 'customer',
    route: '/domains',
    path: () => '/domains?dialog=register',
    state: 'registering',
    reach: (page) => dialog(page).waitFor(),
  },
  {
    who: 'customer',
    route: '/domains',
    path: () => '/domains?dialog=connect',
    state: 'connecting',
    reach: (page) => dialog(page).waitFor(),
  },
  { ...unverified(''), state: 'to be proved' },
  { ...unverified('&tab=settings'), state: 'external domain' },
  { ...domain(''), state: 'records' },
  { ...domain(''), state: 'a text', reach: addsRecord('TXT') },
  { ...domain(''), state: 'a service', reach: addsRecord('SRV') },
  { ...domain(''), state: 'an authority', reach: addsRecord('CAA') },
  { ...domain(''), state: 'importing', reach: previewsImport },
  {
    ...domain(''),
    state: 'history',
    reach: async (page) => {
      await opensOfRecords('History')(page)
      await dialog(page)
        .getByRole('button', { name: /^Undo: / })
        .first()
        .waitFor()
    },
  },
  { ...domain('&tab=ssl'), state: 'certificate' },
  { ...domain('&tab=subdomains'), state: 'subdomains' },
  { ...domain('&tab=subdomains'), state: 'a subdomain', reach: opens('Add Subdomain') },
  { ...domain('&tab=subdomains'), state: 'a redirect', reach: addsRedirect },
  { ...domain('&tab=settings'), state: 'settings' },
  {
    ...domain('&tab=settings'),
    state: 'transfer',
    reach: async (page) => {
      await opens('Transfer Domain')(page)
      await dialog(page).getByRole('button', { name: 'Get the transfer code' }).click()
      await dialog(page).getByText('The transfer lock is on.').waitFor()
    },
  },
]

/** Opens the palette, and types a search into it. */
const opensPalette = (search: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await dialog(page).getByRole('combobox').fill(search)
  if (search === 'no such thing') await dialog(page).getByText(`No results for “${search}”.`).waitFor()
  else await dialog(page).getByRole('option').filter({ hasText: 'active.example.com' }).first().waitFor()
}

const opensActivity = async (page: Page) => {
  await page.getByRole('button', { name: /^Activity/ }).click()
  await dialog(page).getByRole('listitem').first().waitFor()
}

const databases = { who: 'customer' as const, route: '/databases' }

const databaseScreens: Screen[] = [
  { ...databases },
  { ...databases, who: 'waiting', state: 'none' },
  { ...databases, path: () => '/databases?q=zzz', state: 'no match' },
  {
    ...databases,
    path: () => '/databases?dialog=create',
    state: 'creating refused',
    reach: async (page) => {
      await dialog(page).getByLabel('Database Name').fill('')
      await dialog(page).getByRole('button', { name: 'Create Database', exact: true }).click()
      await page.getByText('Database name is required').waitFor()
    },
  },
  {
    ...databases,
    state: 'connection',
    reach: (page) => page.getByText('Connection', { exact: true }).first().click(),
  },
  { ...databases, state: 'another password', reach: opensOfRow('Change password') },
  { ...databases, state: 'remote access', reach: opensOfRow('Remote access') },
  { ...databases, state: 'usage', reach: opensOfRow('Usage') },
  { ...databases, state: 'deleting', reach: opensOfRow('Delete kept') },
  {
    who: 'customer',
    route: '/databases/$id',
    path: ({ databaseId }) => `/databases/${databaseId}`,
    state: 'waiting for an engine',
  },
]

const customerScreens: Screen[] = [
  ...emailScreens,
  ...databaseScreens,
  { who: 'customer', route: '/' },
  { who: 'customer', route: '/$', path: () => '/nowhere' },
  { who: 'customer', route: '/dashboard' },
  {
    who: 'customer',
    route: '/dashboard',
    state: 'user menu',
    reach: (page) => page.locator('.user-menu summary').click(),
  },
  {
    who: 'customer',
    route: '/dashboard',
    state: 'More',
    reach: (page) => page.locator('.bottom-more summary').click(),
    isPhoneOnly: true,
  },
  { who: 'customer', route: '/dashboard', state: 'palette', reach: opensPalette('') },
  {
    who: 'customer',
    route: '/dashboard',
    state: 'palette, a service',
    reach: opensPalette('active.example'),
  },
  { who: 'customer', route: '/dashboard', state: 'palette, nothing', reach: opensPalette('no such thing') },
  { who: 'customer', route: '/dashboard', state: 'keys', reach: opensKeys },
  { who: 'customer', route: '/dashboard', state: 'activity', reach: opensActivity },
  { who: 'customer', route: '/keep-site' },
  { who: 'customer', route: '/files' },
  { who: 'customer', route: '/files', path: () => '/files?view=list', state: 'list' },
  { who: 'customer', route: '/account' },
  { who: 'customer', route: '/account', path: () => '/account?verified=0', state: 'link too old' },
  {
    who: 'customer',
    route: '/account',
    state: 'password refused',
    reach: async (page) => {
      await opens('Change password…')(page)
      await dialog(page).getByRole('button', { name: 'Change password', exact: true }).click()
      await dialog(page).locator('[aria-invalid="true"]').first().waitFor()
    },
  },
  ...serverScreens,
  ...domainScreens,
  ...cloudScreens,
  { who: 'customer', route: '/nowhere', state: 'unknown' },
]

/**
 * Page states that need an action. A page as it opens is listed here only if its address has a parameter or it needs a
 * user of a certain kind, see `plainScreens`.
 */
export const screens: Screen[] = [...visitorScreens, ...flowScreens, ...customerScreens, ...adminScreens]

/** Users and their data, so that no list is empty. */
export async function createScreenFixture(portal: TestPortal): Promise<ScreenFixture> {
  const [newcomer, waiting, refused, customer] = await Promise.all([
    portal.customer(),
    portal.customer(),
    portal.customer(),
    portal.customer(),
  ])
  const [waitingOrder, refusedOrder, order] = await Promise.all([
    portal.order(waiting, 'a-rather-long-name-of-a-shop-that-waits.example.com'),
    portal.order(refused, 'refused.example.com'),
    // Its domain is one of several that its owner may have.
    portal.order(customer, 'active.example.com', 'Premium'),
  ])
  await Promise.all([
    portal.activate(customer, order),
    customer.call('/api/cloud/create-resource', { action: 'seed-sample-data' }),
    portal.admin.call(`/api/admin/orders/${refusedOrder.id}/reject`, { reason: 'The card was declined.' }),
    portal.admin.call('/api/admin/incidents', {
      title: 'Mails are late',
      state: 'identified',
      message: 'A queue is stuck. Nothing is lost.',
    }),
    portal.admin.call('/api/contact', {
      firstName: 'Ravi',
      lastName: 'Iyer',
      email: 'ravi@example.com',
      subject: 'A question about moving a site',
      message: 'Do you move sites?',
    }),
  ])
  await portal.upload(customer, order, 'notes.txt')
  const [ordered] = await customer.call<{ id: string }[]>('/api/domains')
  const { id: domainId } = await customer.call<{ id: string }>('/api/domains/register', { name: 'temple' })
  await customer.call(`/api/domains/${domainId}/dns`, { type: 'TXT', name: '@', value: 'v=spf1 -all' })
  const { id: databaseId } = await customer.call<{ id: string }>('/api/databases', {
    serviceId: order.serviceId,
    dbName: 'kept',
    dbUser: 'clerk',
    dbPassword: 'a long enough password',
    dbType: 'mongodb',
  })
  const { id: mailboxId } = await customer.call<{ id: string }>('/api/email/accounts', {
    local: 'asha',
    domain: 'temple.com',
    type: 'mailbox',
  })
  const { id: customerId } = await customer.call<{ id: string }>('/api/user')
  await portal.admin.call(`/api/admin/customers/${customerId}/notes`, { text: 'Moves the shop in March.' })
  const trial = await putTrialOnline(portal.url)
  const headers = { cookie: `${customer.cookie}; ${trial.cookie}` }
  await fetch(`${portal.url}/api/trials/${trial.name}/keep`, { method: 'POST', headers })
  return {
    portal,
    newcomer,
    waiting,
    refused,
    customer,
    waitingOrder,
    activeOrder: order,
    domainId,
    unverifiedId: ordered?.id ?? '',
    databaseId,
    mailboxId,
    customerId,
    trial: trial.name,
  }
}
