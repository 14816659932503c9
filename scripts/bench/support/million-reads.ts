import { emailOf, firstMobiles, mobileOf } from '../data/many-customers.ts'

/** The reader: an administrator, the first customer with a long list, a customer in the middle, or a visitor. */
export type Reader = 'administrator' | 'first' | 'usual' | 'visitor'
export type Read = {
  name: string
  as: Reader
  path: string
  method?: 'PATCH' | 'POST'
  json?: unknown
  runs?: number
}

/** The differences between a small portal and a large one. */
export type Facts = {
  users: number
  orderId: string
  serviceId: string
  userId: string
  startMs: number
  password: string
}

const statuses = {
  orders: ['pending', 'approved', 'rejected', 'cancelled'],
  services: ['pending', 'active', 'restarting', 'stopped', 'suspended', 'terminated'],
  jobs: ['queued', 'running', 'done', 'failed'],
}

const newestId = 'ffffffff-ffff-7fff-bfff-ffffffffffff'
const cursorAt = (ms: number): string => Buffer.from(`${ms}:${newestId}`).toString('base64url')

function ownReads({ startMs }: Facts): Read[] {
  const deep = `limit=20&cursor=${cursorAt(startMs + 20 * 60_000)}`
  return [
    { name: 'own services', as: 'usual', path: '/api/user-services' },
    { name: 'own services of 60, deep', as: 'first', path: `/api/user-services?${deep}` },
    { name: 'dashboard, the page', as: 'usual', path: '/dashboard' },
    { name: 'own orders', as: 'usual', path: '/api/user/orders' },
    { name: 'own orders of 60, deep', as: 'first', path: `/api/user/orders?${deep}` },
    { name: 'websites', as: 'usual', path: '/api/websites' },
    { name: 'files', as: 'usual', path: '/api/files' },
    { name: 'backups', as: 'usual', path: '/api/backups' },
    { name: 'activity', as: 'usual', path: '/api/trpc/activity.list' },
    { name: 'all-services of the cloud', as: 'usual', path: '/api/cloud/all-services' },
  ]
}

/** First page and one near the end, of the whole list and by each status. */
function listReads(list: string, { startMs }: Facts, filters: string[] = []): Read[] {
  const deep = `cursor=${cursorAt(startMs + 3_600_000)}`
  const read = (name: string, query: string): Read => ({
    name: `admin ${list}${name}`,
    as: 'administrator',
    path: `/api/admin/${list}?${query}`,
  })
  return [
    read('', ''),
    read(', oldest', deep),
    ...filters.flatMap((status) => [
      read(`, ${status}`, `status=${status}`),
      read(`, ${status}, oldest`, `status=${status}&${deep}`),
    ]),
  ]
}

/** Searches with one, some, very many and no matches, and one with many matches near the end of the list. */
function searchReads(list: string, facts: Facts, further: string[] = []): Read[] {
  const middle = Math.floor(facts.users / 2)
  const searches = [emailOf(middle), `shopper-${String(middle).slice(0, 2)}`, 'shopper', 'nobody', ...further]
  const read = (q: string, more = ''): Read => ({
    name: `admin ${list} q=${q.replace(/\d{5,}[-\d\w]*/, '…')}${more ? ', oldest' : ''}`,
    as: 'administrator',
    path: `/api/admin/${list}?q=${encodeURIComponent(q)}${more}`,
  })
  return [...searches.map((q) => read(q)), read('shopper', `&cursor=${cursorAt(facts.startMs + 3_600_000)}`)]
}

/** Every read of the portal that shows rows, in the order of the table. */
export function listOfReads(facts: Facts): Read[] {
  const middle = Math.floor(facts.users / 2)
  const domain = `shop-${middle}.example.com`
  const administrator = (name: string, path: string): Read => ({ name, as: 'administrator', path })
  return [
    {
      name: 'sign-in',
      as: 'visitor',
      path: '/api/login',
      method: 'POST',
      json: { emailOrMobile: emailOf(middle), password: facts.password },
      runs: 5,
    },
    ...ownReads(facts),
    ...listReads('users', facts),
    ...searchReads('users', facts, [
      mobileOf(middle),
      mobileOf(middle).slice(3, 8),
      firstMobiles,
      facts.userId,
    ]),
    administrator('admin user', `/api/admin/users/${facts.userId}`),
    {
      name: 'admin user, flags',
      as: 'administrator',
      path: `/api/admin/users/${facts.userId}`,
      method: 'PATCH',
      json: { hasAdminAccess: false },
    },
    ...listReads('orders', facts, statuses.orders),
    ...searchReads('orders', facts, [
      mobileOf(middle),
      firstMobiles,
      domain,
      facts.orderId,
      facts.orderId.slice(0, 6),
    ]),
    administrator('admin order', `/api/admin/orders/${facts.orderId}`),
    ...listReads('services', facts, statuses.services),
    ...searchReads('services', facts, [domain, 'shop-']),
    ...listReads('jobs', facts, statuses.jobs),
    ...['audit', 'mails', 'contact-messages'].flatMap((list) => listReads(list, facts)),
    administrator('admin health', '/api/admin/health'),
    administrator('admin drivers', '/api/admin/drivers'),
  ]
}
