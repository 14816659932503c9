import { opens, opensKeys, opensOfRow, type Screen, type ScreenFixture } from './screen.ts'

const selected = ({ waitingOrder }: ScreenFixture) => `/admin/orders?selected=${waitingOrder.id}`

export const adminScreens: Screen[] = [
  { who: 'admin', route: '/admin' },
  { who: 'admin', route: '/admin/orders' },
  {
    who: 'admin',
    route: '/admin/orders',
    state: 'approving several',
    reach: async (page) => {
      await page.getByLabel('Select all rows').check()
      await opens('Approve selected…')(page)
    },
  },
  { who: 'admin', route: '/admin/orders', path: selected, state: 'an order' },
  { who: 'admin', route: '/admin/orders', path: selected, state: 'approving', reach: opens('Approve…') },
  {
    who: 'admin',
    route: '/admin/orders',
    path: selected,
    state: 'rejecting refused',
    reach: async (page) => {
      await opens('Reject…')(page)
      await page.getByRole('button', { name: 'Reject the order' }).click()
      await page.getByText('Enter a reason.').waitFor()
    },
  },
  { who: 'admin', route: '/admin/orders', path: () => '/admin/orders?q=nothing-like-it', state: 'no match' },
  { who: 'admin', route: '/admin/orders', state: 'keys', reach: opensKeys },
  { who: 'admin', route: '/admin/payments' },
  { who: 'admin', route: '/admin/payments', path: () => '/admin/payments?view=lines', state: 'lines' },
  { who: 'admin', route: '/admin/payments', path: () => '/admin/payments?view=received', state: 'received' },
  { who: 'admin', route: '/admin/payments', state: 'recording', reach: opens('Record a payment…') },
  { who: 'admin', route: '/admin/payments', state: 'importing', reach: opens('Import a statement…') },
  { who: 'admin', route: '/admin/services' },
  {
    who: 'admin',
    route: '/admin/services',
    path: () => '/admin/services?status=active',
    state: 'suspending',
    reach: opensOfRow('Suspend…'),
  },
  {
    who: 'admin',
    route: '/admin/services',
    path: () => '/admin/services?status=active',
    state: 'terminating',
    reach: opensOfRow('Terminate…'),
  },
  { who: 'admin', route: '/admin/domains' },
  {
    who: 'admin',
    route: '/admin/domains',
    path: () => '/admin/domains?q=nothing-like-it',
    state: 'no match',
  },
  { who: 'admin', route: '/admin/zones' },
  { who: 'admin', route: '/admin/customers' },
  {
    who: 'admin',
    route: '/admin/customers',
    state: 'access of a customer',
    reach: async (page) => {
      await page.locator('.desk-row-link', { hasText: 'asha' }).first().click()
      await opens('Change access…')(page)
    },
  },
  {
    who: 'admin',
    route: '/admin/customers/$customerId',
    path: ({ customerId }) => `/admin/customers/${customerId}`,
  },
  {
    who: 'admin',
    route: '/admin/customers/$customerId',
    path: ({ customerId }) => `/admin/customers/${customerId}`,
    state: 'writing a message',
    reach: opens('Send message…'),
  },
  {
    who: 'admin',
    route: '/admin/customers/$customerId',
    path: ({ customerId }) => `/admin/customers/${customerId}`,
    state: 'writing a note',
    reach: opens('Add note…'),
  },
  { who: 'admin', route: '/admin/catalogue' },
  { who: 'admin', route: '/admin/catalogue', state: 'a category', reach: opens('Edit category…') },
  { who: 'admin', route: '/admin/catalogue', state: 'a plan', reach: opens('New plan…') },
  { who: 'admin', route: '/admin/messages' },
  {
    who: 'admin',
    route: '/admin/messages',
    state: 'one opened',
    reach: (page) => page.locator('.desk-messages summary').first().click(),
  },
  { who: 'admin', route: '/admin/trials', state: 'taking one down', reach: opens('Take down…') },
  { who: 'admin', route: '/admin/jobs' },
  { who: 'admin', route: '/admin/backups' },
  { who: 'admin', route: '/admin/status' },
  {
    who: 'admin',
    route: '/admin/status',
    state: 'posting refused',
    reach: async (page) => {
      await opens('Post an incident…')(page)
      await page.getByRole('button', { name: 'Post incident' }).click()
      await page.getByText('Enter a title.').waitFor()
    },
  },
  { who: 'admin', route: '/admin/status', state: 'updating', reach: opens('Update…') },
  { who: 'admin', route: '/admin/audit' },
  {
    who: 'admin',
    route: '/admin/audit',
    state: 'details of an entry',
    reach: (page) => page.locator('.audit-detail summary').first().click(),
  },
  { who: 'admin', route: '/admin/system' },
  ...['Drivers', 'Emails', 'Settings'].map(
    (name): Screen => ({
      who: 'admin',
      route: '/admin/system',
      state: name.toLowerCase(),
      reach: (page) => page.getByRole('tab', { name }).click(),
    }),
  ),
]
