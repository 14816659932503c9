/** Who `bun dev` lets in. */
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

/** The demo customer exists and has an active service, made by the calls that a browser makes; safe to repeat. */
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
}
