import { mkdir } from 'node:fs/promises'
import { and, eq, inArray } from 'drizzle-orm'
import { enqueueJob } from '#db/jobs.ts'
import { exportPath } from '#features/account/export/folders.ts'
import { issueInvoice } from '#features/billing/service/issue-invoice.ts'
import { passwordContext } from '#features/databases/rows/database-rows.ts'
import { insertDatabase } from '#features/databases/service/insert.ts'
import { reconcile } from '#features/databases/worker/reconcile.ts'
import { hashKey, hintOf, makeKey as makeKeyText } from '#features/keys/key-text.ts'
import { secretPlace } from '#features/webhooks/service/secret.ts'
import type { MemberRole } from '#shared/member-roles.ts'
import { toPaise } from '#shared/money/money.ts'
import { scopes as allScopes } from '#shared/scopes.ts'
import { after, hour } from '#shared/time.ts'
import { createTestApp, findPlan, type RequestOptions, testOrigin } from '../support/app.ts'
import { fileMessage, mailOf } from '../support/mailbox.ts'

/** The id of a message that every mailbox here contains. */
export const messageInBoxes = '019aa000-0000-7000-8000-00000000cafe'
const aMail = mailOf(
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Disposition: attachment; filename=a.txt',
  '',
  'Hello',
  '--b--',
)

export const roles = ['visitor', 'pending', 'owner', 'foreign', 'hasAdminAccess', 'administrator'] as const
export type Role = (typeof roles)[number]

export type Answer = { status: number; text: string; body: unknown }
export type Fixture = Awaited<ReturnType<typeof createFixture>>

/** Roles that can own objects. */
export type Owner = Exclude<Role, 'visitor'>

type ServiceOptions = {
  status: 'pending' | 'active' | 'suspended' | 'terminated'
  provisioningState?: 'failed'
  role?: Owner
}

/** A membership to create. */
type MembershipOptions = {
  owner?: Owner
  by?: Owner | null
  /** Invited, at the verified address of their account. */
  to?: Owner | null
  serviceId?: string
  role?: MemberRole
  endsAt?: Date | null
}

/** A portal with one person of each role, and objects that belong to the owner; `overrides` are passed to the portal. */
export async function createFixture(overrides: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(overrides)
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
  /** Each call comes from a new address, so that it meets no rate limit. */
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
    domain: `fixture-${next()}.example.com`,
  })
  type Sent = Omit<RequestOptions, 'address'> & { method: string; bearer?: string | undefined }
  const send = async (path: string, options: Sent) => {
    const { cookie, bearer, json, body, headers, method } = options
    const sent = json === undefined ? body : JSON.stringify(json)
    const request = new Request(testOrigin + path, {
      method,
      headers: {
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie ? { cookie } : {}),
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    })
    return readAnswer(await app.portal.fetch(request, address))
  }
  const placeOrder = async (role: Owner = 'owner') => {
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
  const makeFile = async ({ isTrashed = false, role = 'owner' as Owner } = {}) => {
    const [id, at, serviceId] = [Bun.randomUUIDv7(), deps.now(), activeService(role)]
    const fileName = `file-${next()}.txt`
    const folder = `${app.dataDir}/services/${serviceId}`
    await mkdir(`${folder}/public`, { recursive: true })
    await Bun.write(isTrashed ? `${folder}/trash/${id}` : `${folder}/public/${fileName}`, 'abc')
    const row = { id, userId: people[role].id, serviceId, fileName, filePath: fileName, pathKey: fileName }
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
  const shareFile = async (role: Owner) => {
    const id = await makeFile({ role })
    const { cookie } = await startSession(people[role].id)
    const { body } = await send(`/api/files/${id}/share`, { method: 'POST', cookie, json: {} })
    return body as { id: string; url: string }
  }
  /** The token and the id of a link. */
  const makeShare = async (role: Owner = 'owner') => (await shareFile(role)).url.split('/').at(-1) ?? ''
  const makeShareId = async (role: Owner = 'owner') => (await shareFile(role)).id
  /** A project with one file, saved twice. */
  const makeProject = async (role: Owner = 'owner') => {
    const { cookie } = await startSession(people[role].id)
    const call = async (method: string, path: string, json: unknown) =>
      (await send(path, { method, cookie, json })).body as { id: string }
    const { id } = await call('POST', '/api/projects', { name: `Project ${next()}` })
    const file = { projectId: id, name: 'a.css', type: 'css', content: 'before' }
    const { id: fileId } = await call('POST', '/api/projects/files', file)
    await call('PUT', `/api/projects/files/${fileId}`, { content: 'after' })
    return { id, fileId }
  }
  const makeBackup = (status: 'completed' | 'failed', role: Owner = 'owner') =>
    store.tx(async (tx) => {
      const [id, createdAt] = [Bun.randomUUIDv7(), deps.now()]
      const own = { id, userId: people[role].id, serviceId: activeService(role) }
      await tx.insert(tx.t.backups).values({ ...own, fileName: `${id}.zip`, status, createdAt })
      return id
    })
  /** A service with nothing else in it. */
  const makeOwnService = async (userId: string) => {
    const [id, at] = [Bun.randomUUIDv7(), deps.now()]
    const dates = { activatedAt: at, createdAt: at, updatedAt: at }
    const service = { ...dates, id, userId, planId: plan.id, status: 'active' as const }
    await store.tx((tx) => tx.insert(userServices).values(service))
    return id
  }
  /** A database in a service of its own. */
  const makeDatabase = async (role: Owner = 'owner') => {
    const id = Bun.randomUUIDv7()
    const place = { id, userId: people[role].id }
    const serviceId = await makeOwnService(place.userId)
    const dbPassword = deps.secrets.seal('a good long one', passwordContext(id))
    const names = { dbName: `made_${next()}`, dbType: 'postgresql' as const, dbUser: 'anna', dbPassword }
    await store.tx((tx) => insertDatabase(tx, { ...place, ...names, serviceId }, deps.now()))
    await reconcile(deps, place)
    return id
  }
  /** A deleted database that can be restored. */
  const makeDatabaseDump = async (role: Owner = 'owner') => {
    const id = await makeDatabase(role)
    const { cookie } = await startSession(people[role].id)
    await send(`/api/databases/${id}`, { method: 'DELETE', cookie })
    await reconcile(deps, { userId: people[role].id, id })
    return id
  }
  /** An email account under an example domain, in a service of its own, with a message in its mailbox. */
  const makeEmailAccount = async (type: 'mailbox' | 'alias' = 'mailbox', role: Owner = 'owner') => {
    const [id, at] = [Bun.randomUUIDv7(), deps.now()]
    const userId = people[role].id
    const own = { id, userId, serviceId: await makeOwnService(userId), email: `made-${next()}@example.com` }
    const passwordHash = type === 'mailbox' ? 'a hash' : null
    const row = { ...own, type, passwordHash, createdAt: at, updatedAt: at }
    await store.tx((tx) => tx.insert(tx.t.emailAccounts).values(row))
    if (type === 'mailbox') await fileMessage(app, { userId, accountId: id }, aMail, { id: messageInBoxes })
    return id
  }
  /** A deleted email account that can be restored. */
  const makeDeletedEmailAccount = async (role: Owner = 'owner') => {
    const id = await makeEmailAccount('mailbox', role)
    const { cookie } = await startSession(people[role].id)
    await send(`/api/email/accounts/${id}`, { method: 'DELETE', cookie })
    return id
  }
  /** A cloud account, inserted past the limit on their number. */
  const makeProvider = (role: Owner = 'owner') =>
    store.tx(async (tx) => {
      const [id, at] = [Bun.randomUUIDv7(), deps.now()]
      const row = { id, userId: people[role].id, name: 'simulator', displayName: 'Account' }
      await tx.insert(tx.t.cloudProviders).values({ ...row, createdAt: at, updatedAt: at })
      return id
    })
  const makeService = async ({ status, provisioningState, role }: ServiceOptions) => {
    const { serviceId } = await placeOrder(role)
    const activatedAt = status === 'pending' ? null : deps.now()
    const values = {
      status,
      activatedAt,
      provisioningState: provisioningState ?? null,
      updatedAt: deps.now(),
    }
    await store.tx((tx) => tx.update(userServices).set(values).where(eq(userServices.id, serviceId)))
    await mkdir(`${app.dataDir}/services/${serviceId}/public`, { recursive: true })
    return serviceId
  }
  const domains = new Map<Owner, string>()
  /** The role’s registered domain: always the same one. */
  const makeDomain = async (role: Owner = 'owner') => {
    const made = domains.get(role)
    if (made) return made
    const serviceId = await makeService({ status: 'active', role })
    const { cookie } = await startSession(people[role].id)
    const json = { name: `fixture-${next()}`, tld: 'com', serviceId }
    const { body } = await send('/api/domains/register', { method: 'POST', cookie, json })
    const { id } = body as { id: string }
    domains.set(role, id)
    return id
  }
  /** The same domain with mail and an unchanged key. */
  const makeMailDomain = async (role: Owner = 'owner') => {
    const [domainId, at, userId] = [await makeDomain(role), deps.now(), people[role].id]
    const key = { dkimSelector: 'mail-fixture', dkimPrivateKey: 'sealed', dkimPublicKey: 'MIIB' }
    await store.tx(async (tx) => {
      const { emailDomains } = tx.t
      await tx
        .delete(emailDomains)
        .where(and(eq(emailDomains.userId, userId), eq(emailDomains.domainId, domainId)))
      await tx.insert(emailDomains).values({ userId, domainId, ...key, createdAt: at, updatedAt: at })
    })
    return domainId
  }
  /** A new external domain, not verified yet. */
  const makeConnected = async (role: Owner = 'owner') => {
    const serviceId = await makeService({ status: 'active', role })
    const { cookie } = await startSession(people[role].id)
    const json = { name: `fixture-${next()}.example.org`, serviceId }
    const { body } = await send('/api/domains/connect', { method: 'POST', cookie, json })
    return (body as { id: string }).id
  }
  /** A new record or subdomain in the role’s domain, or the change that added a record. */
  const makeInDomain = async (what: 'dns' | 'subdomains' | 'history', role: Owner = 'owner') => {
    const path = `/api/domains/${await makeDomain(role)}`
    const { cookie } = await startSession(people[role].id)
    const name = `made-${next()}`
    const text = { type: 'TXT', name, value: 'a text' }
    const json = what === 'subdomains' ? { name, target: '192.0.2.1' } : text
    const place = what === 'subdomains' ? what : 'dns'
    const { body } = await send(`${path}/${place}`, { method: 'POST', cookie, json })
    if (what !== 'history') return (body as { id: string }).id
    const { body: changes } = await send(`${path}/history`, { method: 'GET', cookie })
    return (changes as { id: string }[])[0]?.id ?? ''
  }
  const makeInvoice = async (role: Owner = 'owner') => {
    const line = { kind: 'renewal' as const, description: 'One month', quantity: 1, totalPaise: 9_900 }
    const serviceId = activeService(role) || null
    const wanted = { userId: people[role].id, serviceId, lines: [line], dueAt: deps.now(), useCredit: false }
    return (await store.tx((tx) => issueInvoice(tx, deps, wanted))).id
  }
  const makeSession = async (role: Owner = 'owner') => {
    const { device } = await startSession(people[role].id)
    const own = await deps.sessions.list(people[role].id)
    return own.find(({ userAgent }) => userAgent === device.userAgent)?.publicId ?? ''
  }
  const makePasskey = async (role: Owner = 'owner') => {
    const row = { credentialId: `credential-${next()}`, publicKey: 'AA', counter: 0, transports: [] }
    const more = { userId: people[role].id, name: 'Phone', isBackedUp: true, createdAt: deps.now() }
    const [made] = await store.tx((tx) =>
      tx
        .insert(tx.t.passkeys)
        .values({ ...row, ...more })
        .returning(),
    )
    return made?.id ?? ''
  }
  /** An API key with all scopes, unless others are given. */
  const makeKey = async (role: Owner = 'owner', scopes: readonly string[] = allScopes) => {
    const [id, key] = [Bun.randomUUIDv7(), makeKeyText()]
    const row = {
      id,
      userId: people[role].id,
      name: `Key ${next()}`,
      keyHash: hashKey(key),
      hint: hintOf(key),
    }
    const values = { ...row, scopes: [...scopes], createdAt: deps.now() }
    await store.tx((tx) => tx.insert(tx.t.apiKeys).values(values))
    return { id, key }
  }
  /** Created two days ago: the limit is one a day, and these tests request more. */
  const makeExport = async (role: Owner = 'owner') => {
    const [id, createdAt, userId] = [Bun.randomUUIDv7(), after(deps.now(), -48 * hour), people[role].id]
    const row = { id, userId, status: 'ready' as const, fileSize: 3, createdAt }
    await store.tx((tx) =>
      tx.insert(tx.t.accountExports).values({ ...row, expiresAt: after(deps.now(), hour) }),
    )
    await Bun.write(exportPath(app.dataDir, id), 'zip')
    return id
  }
  /** A member of a service; without `by` only an invitation. */
  const makeMember = ({
    owner = 'owner',
    by = null,
    to = null,
    serviceId,
    role = 'developer',
    endsAt = null,
  }: MembershipOptions) =>
    store.tx(async (tx) => {
      const { serviceMembers } = tx.t
      const [id, createdAt] = [Bun.randomUUIDv7(), deps.now()]
      const email = to ? people[to].email : `member-${next()}@example.org`
      const { users } = tx.t
      if (to) await tx.update(users).set({ emailVerified: true }).where(eq(users.id, people[to].id))
      const place = { userId: people[owner].id, serviceId: serviceId ?? activeService(owner) }
      const state = by
        ? { memberId: people[by].id, acceptedAt: createdAt }
        : { memberId: null, tokenHash: `hash of ${id}` }
      const row = { id, email, emailKey: email, role, endsAt, createdAt, ...place, ...state }
      // Replaces the members before it: a service has at most 20.
      await tx.delete(serviceMembers).where(eq(serviceMembers.serviceId, place.serviceId))
      await tx.insert(serviceMembers).values({ ...row, inviteExpiresAt: after(createdAt, hour) })
      return id
    })
  const makeNotice = (role: Owner = 'owner') =>
    store.tx(async (tx) => {
      const [id, createdAt] = [Bun.randomUUIDv7(), deps.now()]
      const row = {
        id,
        userId: people[role].id,
        kind: 'backup.failed',
        subject: 'A backup failed',
        createdAt,
      }
      await tx.insert(tx.t.notifications).values(row)
      return id
    })
  /** Replaces the webhooks before it: the limit is ten, and these tests create more. */
  const makeWebhook = (role: Owner = 'owner') =>
    store.tx(async (tx) => {
      const [id, at, userId] = [Bun.randomUUIDv7(), deps.now(), people[role].id]
      await tx.delete(tx.t.webhooks).where(eq(tx.t.webhooks.userId, userId))
      const secret = deps.secrets.seal('whsec_dGVzdA==', secretPlace(id))
      const row = { id, userId, url: 'https://receiver.example/hook', kinds: [], secret }
      await tx.insert(tx.t.webhooks).values({ ...row, createdAt: at, updatedAt: at })
      return id
    })
  /** A delivery to the webhook last created for the role. */
  const makeDelivery = (role: Owner = 'owner') =>
    store.tx(async (tx) => {
      const { webhooks, webhookDeliveries } = tx.t
      const [webhook] = await tx.select().from(webhooks).where(eq(webhooks.userId, people[role].id))
      const [id, createdAt, messageId] = [Bun.randomUUIDv7(), deps.now(), Bun.randomUUIDv7()]
      const row = { id, userId: people[role].id, messageId, kind: 'webhook.test', body: '{}', createdAt }
      if (!webhook) throw new Error('there is no webhook')
      const ended = { webhookId: webhook.id, status: 'delivered' as const }
      await tx.insert(webhookDeliveries).values({ ...row, ...ended })
      return id
    })
  return {
    app,
    people,
    send,
    orderBody,
    next,
    placeOrder,
    activeService,
    makeFile,
    makeShare,
    makeShareId,
    makeProject,
    makeBackup,
    makeDatabase,
    makeDatabaseDump,
    makeProvider,
    makeExport,
    makeMember,
    makeOwnService,
    makeNotice,
    makeWebhook,
    makeDelivery,
    makeDomain,
    makeMailDomain,
    makeEmailAccount,
    makeDeletedEmailAccount,
    makeConnected,
    makeInDomain,
    makeSession,
    makePasskey,
    makeKey,
    /** A fresh session of the role; none for the visitor. */
    cookie: async (role: Role) =>
      role === 'visitor' ? undefined : (await startSession(people[role].id)).cookie,
    makeService,
    /** An unpaid invoice. */
    makeInvoice,
    makeFailedJob: () =>
      store.tx(async (tx) => {
        const id = await enqueueJob(tx, { kind: 'test.nothing', payload: {}, now: deps.now() })
        await tx.update(jobs).set({ status: 'failed' }).where(eq(jobs.id, id))
        return id
      }),
    makeIncident: () =>
      store.tx(async (tx) => {
        const id = Bun.randomUUIDv7()
        const row = { id, title: 'Late mails', state: 'investigating' as const, createdAt: deps.now() }
        await tx.insert(tx.t.incidents).values(row)
        return id
      }),
    /** Replaces the one before it: a person keeps only the latest. */
    makeTrial: (role: Owner = 'owner') =>
      store.tx(async (tx) => {
        const { trials } = tx.t
        const userId = people[role].id
        await tx.delete(trials).where(eq(trials.userId, userId))
        const [id, name, now] = [Bun.randomUUIDv7(), `${next()}`.padStart(26, 'a'), deps.now()]
        const row = { id, name, userId, keptAt: now, tokenHash: '', files: 1, bytes: 1, address: '192.0.2.1' }
        await tx.insert(trials).values({ ...row, createdAt: now, expiresAt: after(now, hour) })
        return { id, name }
      }),
    makePhoto: async (role: Owner = 'owner') => {
      const [id, createdAt] = [Bun.randomUUIDv7(), deps.now()]
      const row = { id, userId: people[role].id, status: 'kept', place: 'disk', createdAt } as const
      await deps.objects.put(`${id}.webp`, new Uint8Array([0]))
      await store.tx((tx) => tx.insert(tx.t.photos).values(row))
      return id
    },
    /** Resets services, plan and access to their initial state after administrator calls. */
    revive: () =>
      store.tx(async (tx) => {
        const { users, pricingPlans } = tx.t
        const ids = [...activeServices.values()]
        await tx
          .update(userServices)
          .set({ status: 'active', busy: null })
          .where(inArray(userServices.id, ids))
        await tx
          .update(pricingPlans)
          .set({ isArchived: false, pricePaise: toPaise(plan.price) ?? 0 })
          .where(eq(pricingPlans.id, plan.id))
        for (const [role, { id }] of Object.entries(people)) {
          const rights = { isAdmin: role === 'administrator', hasAdminAccess: role === 'hasAdminAccess' }
          await tx.update(users).set(rights).where(eq(users.id, id))
        }
      }),
    /** The id of one object of each kind that the role owns. */
    async ownedIds(role: Owner): Promise<Record<string, string>> {
      const { id: order, serviceId: pendingService } = await placeOrder(role)
      const { id: project, fileId: projectFile } = await makeProject(role)
      return {
        user: people[role].id,
        order,
        invoice: await makeInvoice(role),
        pendingService,
        service: activeService(role),
        file: await makeFile({ role }),
        trashedFile: await makeFile({ role, isTrashed: true }),
        share: await makeShare(role),
        shareId: await makeShareId(role),
        backup: await makeBackup('failed', role),
        project,
        projectFile,
        database: await makeDatabase(role),
        databaseDump: await makeDatabaseDump(role),
        emailAccount: await makeEmailAccount('mailbox', role),
        deletedEmailAccount: await makeDeletedEmailAccount(role),
        provider: await makeProvider(role),
        notice: await makeNotice(role),
        webhook: await makeWebhook(role),
        domain: await makeDomain(role),
        mailDomain: await makeMailDomain(role),
        connected: await makeConnected(role),
        record: await makeInDomain('dns', role),
        subdomain: await makeInDomain('subdomains', role),
        change: await makeInDomain('history', role),
        session: await makeSession(role),
        passkey: await makePasskey(role),
        apiKey: (await makeKey(role)).id,
        member: role === 'pending' ? '' : await makeMember({ owner: role }),
      }
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
