import type {
  DeletedAccount,
  EmailAccount,
  EmailStats,
  OfferedDomain,
} from '#features/mailboxes/contract/contract.ts'
import { insertActiveService } from './active-service.ts'
import type { TestApp } from './app.ts'

type CreatedAccount = EmailAccount & { oneTimePassword: string | null }

let counter = 0

/** A customer with an active service and a domain of their own, and calls on their behalf. */
export async function createMailOwner(app: TestApp, plan = 'Business') {
  const { cookie, id: userId } = await app.addCustomer()
  const serviceId = await insertActiveService(app, userId, plan)
  const call = (method: string, path: string, json?: unknown) =>
    app.request(path, { cookie, method, ...(json === undefined ? {} : { json }) })
  const must = async <T>(method: string, path: string, json?: unknown): Promise<T> => {
    const reply = await call(method, path, json)
    if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`)
    return reply.body as T
  }
  /** A domain registered for the service. */
  const addDomain = async () => {
    counter += 1
    const name = `post-${counter}`
    const { id } = await must<{ id: string }>('POST', '/api/domains/register', {
      name,
      tld: 'com',
      serviceId,
    })
    return { id, name: `${name}.com` }
  }
  const account = (id: string) => `/api/email/accounts/${id}`
  return {
    cookie,
    userId,
    serviceId,
    call,
    must,
    addDomain,
    account,
    create: (wish: Record<string, unknown>) => call('POST', '/api/email/accounts', wish),
    make: (wish: Record<string, unknown>) => must<CreatedAccount>('POST', '/api/email/accounts', wish),
    list: () => must<EmailAccount[]>('GET', '/api/email/accounts'),
    offered: () => must<OfferedDomain[]>('GET', '/api/email/domains'),
    stats: () => must<EmailStats>('GET', '/api/email/stats'),
    deleted: () => must<DeletedAccount[]>('GET', '/api/email/deleted'),
  }
}

export type MailOwner = Awaited<ReturnType<typeof createMailOwner>>
