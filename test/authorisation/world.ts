import { mkdir } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { enqueueJob } from '#db/jobs.ts'
import { createTestApp, findPlan, type RequestOptions, testOrigin } from '../support/app.ts'

export const roles = ['visitor', 'pending', 'owner', 'foreign', 'hasAdminAccess', 'administrator'] as const
export type Role = (typeof roles)[number]

export type Answer = { status: number; text: string; body: unknown }
export type World = Awaited<ReturnType<typeof createWorld>>

type Wish = { status: 'pending' | 'active' | 'suspended'; provisioningState?: 'failed' }

/** A portal with one person of each role, and things that belong to the owner. */
export async function createWorld() {
  const app = await createTestApp()
  const { store, deps } = app
  const { userServices, jobs } = store.t
  const people = {
    pending: await app.addCustomer(),
    owner: await app.signUp(),
    foreign: await app.addCustomer(),
    hasAdminAccess: await app.addCustomer({ hasAdminAccess: true }),
    administrator: await app.addAdministrator(),
  }
  const plan = await findPlan(app, 'Starter')
  let counter = 0
  /** Every call comes from an address of its own, so that no limit is met. */
  const next = () => {
    counter += 1
    return counter
  }
  const address = () => {
    const number = next()
    return `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
  }
  const startSession = async (userId: string) => {
    const device = { userAgent: `device ${next()}`, address: '', createdAt: deps.now().toISOString() }
    const cookie = (await deps.sessions.start(userId, device)).split(';')[0] ?? ''
    return { cookie, device }
  }
  const orderBody = () => ({
    planId: plan.id,
    amount: plan.price,
    paymentMethod: 'credit_card',
    domain: `shop-${next()}.example.com`,
  })
  const send = async (path: string, options: Omit<RequestOptions, 'address'> & { method: string }) => {
    const { cookie, json, body, headers, method } = options
    const sent = json === undefined ? body : JSON.stringify(json)
    const request = new Request(testOrigin + path, {
      method,
      headers: {
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie ? { cookie } : {}),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    })
    return readAnswer(await app.portal.fetch(request, address))
  }
  const placeOrder = async (role: 'owner' | 'pending' = 'owner') => {
    const { cookie } = await startSession(people[role].id)
    const { body } = await send('/api/orders', { method: 'POST', cookie, json: orderBody() })
    return body as { id: string; serviceId: string }
  }
  await placeOrder('pending')
  const activeServices = new Map<Role, string>()
  for (const role of ['owner', 'foreign', 'hasAdminAccess', 'administrator'] as const) {
    const id = Bun.randomUUIDv7()
    const at = deps.now()
    const row = { id, userId: people[role].id, planId: plan.id, status: 'active' as const }
    await store.tx((tx) => tx.insert(userServices).values({ ...row, createdAt: at, updatedAt: at }))
    activeServices.set(role, id)
  }
  const activeService = (role: Role) => activeServices.get(role) ?? ''
  const makeFile = async ({ isTrashed = false } = {}) => {
    const [id, at, serviceId] = [Bun.randomUUIDv7(), deps.now(), activeService('owner')]
    const fileName = `file-${next()}.txt`
    const folder = `${app.dataDir}/services/${serviceId}`
    await mkdir(`${folder}/public`, { recursive: true })
    await Bun.write(isTrashed ? `${folder}/trash/${id}` : `${folder}/public/${fileName}`, 'abc')
    const row = { id, userId: people.owner.id, serviceId, fileName, filePath: fileName, pathKey: fileName }
    const facts = {
      fileType: 'text/plain',
      fileSize: 3,
      sha256: 'a'.repeat(64),
      uploadedAt: at,
      updatedAt: at,
    }
    const deletedAt = isTrashed ? at : null
    await store.tx((tx) => tx.insert(store.t.files).values({ ...row, ...facts, deletedAt }))
    return id
  }
  return {
    app,
    people,
    send,
    orderBody,
    next,
    placeOrder,
    activeService,
    makeFile,
    makeShare: async () => {
      const id = await makeFile()
      const { cookie } = await startSession(people.owner.id)
      const { body } = await send(`/api/files/${id}/share`, { method: 'POST', cookie, json: {} })
      return (body as { url: string }).url.split('/').at(-1) ?? ''
    },
    /** A fresh session of the role; none for the visitor. */
    cookie: async (role: Role) =>
      role === 'visitor' ? undefined : (await startSession(people[role].id)).cookie,
    makeService: async ({ status, provisioningState }: Wish) => {
      const { serviceId } = await placeOrder()
      const values = { status, provisioningState: provisioningState ?? null }
      await store.tx((tx) => tx.update(userServices).set(values).where(eq(userServices.id, serviceId)))
      return serviceId
    },
    makeFailedJob: () =>
      store.tx(async (tx) => {
        const id = await enqueueJob(tx, { kind: 'test.nothing', payload: {}, now: deps.now() })
        await tx.update(jobs).set({ status: 'failed' }).where(eq(jobs.id, id))
        return id
      }),
    /** A project of the owner with one file, saved twice. */
    makeProject: async () => {
      const { cookie } = await startSession(people.owner.id)
      const call = async (method: string, path: string, json: unknown) =>
        (await send(path, { method, cookie, json })).body as { id: string }
      const { id } = await call('POST', '/api/projects', { name: `Project ${next()}` })
      const file = { projectId: id, name: 'a.css', type: 'css', content: 'before' }
      const { id: fileId } = await call('POST', '/api/projects/files', file)
      await call('PUT', `/api/projects/files/${fileId}`, { content: 'after' })
      return { id, fileId }
    },
    makeBackup: (status: 'completed' | 'failed') =>
      store.tx(async (tx) => {
        const userId = people.owner.id
        const { backups } = tx.t
        const id = Bun.randomUUIDv7()
        const createdAt = deps.now()
        const values = {
          id,
          userId,
          serviceId: activeService('owner'),
          fileName: `${id}.zip`,
          status,
          createdAt,
        }
        await tx.insert(backups).values(values)
        return id
      }),
    /** A cloud account of the owner, without the limit of the number of them. */
    makeProvider: () =>
      store.tx(async (tx) => {
        const [id, at] = [Bun.randomUUIDv7(), deps.now()]
        const row = { id, userId: people.owner.id, name: 'simulator', displayName: 'Account' }
        await tx.insert(tx.t.cloudProviders).values({ ...row, createdAt: at, updatedAt: at })
        return id
      }),
    makeSession: async () => {
      const { device } = await startSession(people.owner.id)
      const own = await deps.sessions.list(people.owner.id)
      return own.find(({ userAgent }) => userAgent === device.userAgent)?.publicId ?? ''
    },
    categoryId: async () => {
      const { body } = await send('/api/service-categories', { method: 'GET' })
      return (body as { id: string }[])[0]?.id ?? ''
    },
    planId: plan.id,
    close: app.close,
  }
}

async function readAnswer(response: Response): Promise<Answer> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return { status: response.status, text: '', body: null }
  }
  const text = await response.text()
  return {
    status: response.status,
    text,
    body: type.startsWith('application/json') ? JSON.parse(text) : null,
  }
}
