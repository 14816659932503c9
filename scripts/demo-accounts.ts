/** The accounts of `bun dev`. */
export const demo = {
  password: 'a look at the portal',
  administrator: { email: 'admin@demo.example', mobile: '+919000000001' },
  customer: { email: 'customer@demo.example', mobile: '+919000000002' },
}

type Sent = { json?: unknown; cookie?: string }

async function ask(url: string, { json, cookie }: Sent = {}): Promise<Response> {
  const body = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }
  const headers = { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) }
  const answer = await fetch(url, { ...body, headers })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

const cookieOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

async function signIn(url: string, email: string): Promise<string> {
  return cookieOf(await ask(`${url}/api/login`, { json: { emailOrMobile: email, password: demo.password } }))
}

/** The first plan that has a price. */
async function findPlan(url: string): Promise<{ id: string; price: number }> {
  const categories = (await (await ask(`${url}/api/service-categories`)).json()) as { id: string }[]
  for (const { id } of categories) {
    const plans = await (await ask(`${url}/api/pricing-plans/${id}`)).json()
    const plan = (plans as { id: string; price: number }[]).find(({ price }) => price > 0)
    if (plan) return plan
  }
  throw new Error('the catalogue has no plan')
}

const tables = `create table guests (id int primary key, name varchar(80) not null, village varchar(80));
insert into guests values (1, 'Asha', 'Hampi'), (2, 'Ravi', 'Badami'), (3, 'Meena', 'Pattadakal');`

/** Polls `read` and returns its first value; null after a minute. */
async function waitFor<T>(read: () => Promise<T | undefined>): Promise<T | null> {
  for (let left = 120; left > 0; left -= 1) {
    const found = await read()
    if (found !== undefined) return found
    await Bun.sleep(500)
  }
  return null
}

/** Gives the demo customer a database with a table, where an engine is connected. */
async function makeDemoDatabase(url: string, cookie: string): Promise<void> {
  const read = async (path: string) => (await ask(url + path, { cookie })).json()
  const engines = (await read('/api/databases/engines')) as { type: string; isConnected: boolean }[]
  const engine = engines.find(({ isConnected }) => isConnected)
  if (!engine) return
  const findFirst = async (path: string) =>
    ((await read(path)) as { id: string; status: string }[]).find(({ status }) => status === 'active')
  const service = await waitFor(() => findFirst('/api/user-services'))
  if (!service) return
  const names = { dbName: 'guests', dbUser: 'guests', dbPassword: demo.password, dbType: engine.type }
  await ask(`${url}/api/databases`, { json: { serviceId: service.id, ...names }, cookie })
  const made = await waitFor(() => findFirst('/api/databases'))
  if (made) await ask(`${url}/api/databases/${made.id}/query`, { json: { sql: tables }, cookie })
}

const letters = [
  [
    'Welcome',
    'Good morning!\n\nThis mailbox is yours. Reply, forward, or throw this away: it is only a demo.',
  ],
  ["Last week's order", 'Dear guest,\n\nwould you like twelve more of the same kind?\n\nRegards\nThe office'],
] as const

/** Gives the demo customer a domain with two mailboxes, and a mail between them. */
async function makeDemoMailbox(url: string, cookie: string): Promise<void> {
  const post = async (path: string, json: unknown) => (await ask(url + path, { json, cookie })).json()
  const isReady = async () =>
    (await (await ask(`${url}/api/user-services`, { cookie })).json()) as { status: string }[]
  await waitFor(async () => (await isReady()).find(({ status }) => status === 'active'))
  const { name: domain } = (await post('/api/domains/register', { name: 'guesthouse' })) as { name: string }
  const make = (local: string) => post('/api/email/accounts', { local, domain, type: 'mailbox' })
  const office = (await make('office')) as { id: string }
  await make('hello')
  for (const [subject, text] of letters)
    await post(`/api/email/accounts/${office.id}/send`, { to: [`hello@${domain}`], subject, text })
}

/**
 * Creates the demo customer with an active service through the calls that a browser makes; safe to repeat. A database and a
 * mailbox follow in the background.
 */
export async function makeDemoAccounts(url: string): Promise<void> {
  const { customer, administrator, password } = demo
  const json = { ...customer, password, firstName: 'Demo', lastName: 'Customer' }
  const registered = await ask(`${url}/api/register`, { json }).catch(() => null)
  if (!registered) return
  const cookie = cookieOf(registered)
  const { id: planId, price: amount } = await findPlan(url)
  const order = { planId, amount, paymentMethod: 'credit_card' }
  const { id } = (await (await ask(`${url}/api/orders`, { json: order, cookie })).json()) as { id: string }
  const desk = { json: {}, cookie: await signIn(url, administrator.email) }
  await ask(`${url}/api/admin/orders/${id}/approve`, desk)
  makeDemoDatabase(url, cookie).catch((error: Error) => console.error(`no demo database: ${error.message}`))
  makeDemoMailbox(url, cookie).catch((error: Error) => console.error(`no demo mailbox: ${error.message}`))
}
