import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { appRouter } from '#app/router.ts'
import { missingReason } from '#features/databases/rows/missing.ts'
import { hashToken } from '#features/members/service/tokens.ts'
import { listRoutes } from '#server/http/rest.ts'
import type { Meta } from '#server/trpc/procedure-meta.ts'
import { proceduresOf } from '#server/trpc/trpc-internals.ts'
import { after, day } from '#shared/time.ts'
import { createFixture, type Fixture, messageInBoxes } from './authorisation/fixture.ts'
import { findInstance } from './authorisation/foreign-ids.ts'
import { matrix } from './authorisation/matrix.ts'
import type { Row } from './authorisation/row.ts'
import { callByTrpc } from './authorisation/transports.ts'
import { findPlan } from './support/app.ts'
import { razorpayAt } from './support/payments.ts'
import { buyService, type Due, payInvoice } from './support/renewals.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture({ paymentProvider: razorpayAt('http://127.0.0.1:9') })
})
afterEach(() => fixture.revive())
afterAll(() => fixture.app.close())

const aStopped = async ({ app, makeService }: Fixture) => {
  const [id, { userServices }] = [await makeService({ status: 'active' }), app.store.t]
  const isIt = eq(userServices.id, id)
  await app.store.tx((tx) => tx.update(userServices).set({ status: 'stopped' }).where(isIt))
  return id
}
const anActive = ({ makeService }: Fixture) => makeService({ status: 'active' })
const aPublished = async (own: Fixture) => {
  const [{ id }, serviceId] = [await own.makeProject(), await anActive(own)]
  const cookie = await own.cookie('owner')
  await own.send(`/api/projects/${id}/publish`, { method: 'POST', cookie, json: { serviceId } })
  return id
}
const aMissingDatabase = async ({ app, makeDatabase }: Fixture) => {
  const [id, { databases }] = [await makeDatabase(), app.store.t]
  const gone = { status: 'failed' as const, reason: missingReason('postgresql'), appliedRevision: 0 }
  await app.store.tx((tx) => tx.update(databases).set(gone).where(eq(databases.id, id)))
  return id
}
const aSendingMailbox = async (own: Fixture) => {
  const [id, domainId, { emailAccounts }] = [
    await own.makeEmailAccount(),
    await own.makeDomain(),
    own.app.store.t,
  ]
  await own.app.store.tx((tx) => tx.update(emailAccounts).set({ domainId }).where(eq(emailAccounts.id, id)))
  return id
}
const draftInBox = '019aa000-0000-7000-8000-00000000d4af'
/** The mailbox contains a draft with an attachment, ready to send. */
const aMailboxWithDraft = async (own: Fixture) => {
  const [id, cookie] = [await aSendingMailbox(own), await own.cookie('owner')]
  const json = { to: 'bob@outside.example', text: 'Hello', forwardOf: messageInBoxes }
  await own.send(`/api/email/accounts/${id}/drafts/${draftInBox}`, { method: 'PUT', cookie, json })
  return id
}
/** The same, sent a moment ago. */
const aMailboxWithSent = async (own: Fixture) => {
  const [id, cookie] = [await aMailboxWithDraft(own), await own.cookie('owner')]
  const path = `/api/email/accounts/${id}/drafts/${draftInBox}/send`
  await own.send(path, { method: 'POST', cookie, json: { undoSeconds: 10 } })
  return id
}
/** An invoice whose payment page is already open at the provider, so that no provider is called. */
const anOpenPage = (kind: 'order' | 'invoice') => async (own: Fixture) => {
  const id = kind === 'order' ? (await own.placeOrder()).id : await own.makeInvoice()
  const now = own.app.deps.now()
  const target = { orderId: kind === 'order' ? id : null, invoiceId: kind === 'invoice' ? id : null }
  const page = { externalId: `plink_${own.next()}`, url: 'https://rzp.example/i/1', amountPaise: 9_900 }
  await own.app.store.tx((tx) =>
    tx.insert(tx.t.paymentLinks).values({
      ...{ ...target, ...page, userId: own.people.owner.id, status: 'open' as const },
      ...{ createdAt: now, expiresAt: after(now, day) },
    }),
  )
  return id
}
const aWaitingDeletion = async ({ app, people }: Fixture) => {
  const { accountDeletions } = app.store.t
  const own = { id: Bun.randomUUIDv7(), userId: people.owner.id, status: 'waiting' as const }
  const [requestedAt, endsAt] = [app.deps.now(), after(app.deps.now(), day)]
  await app.store.tx((tx) => tx.insert(accountDeletions).values({ ...own, requestedAt, endsAt }))
  return undefined
}
/** The token of an invitation that awaits the owner. */
const anInvitation = async ({ app, makeMember }: Fixture) => {
  const [id, token, { serviceMembers }] = [
    await makeMember({ owner: 'administrator', to: 'owner' }),
    Bun.randomUUIDv7(),
    app.store.t,
  ]
  const set = { tokenHash: hashToken(token) }
  await app.store.tx((tx) => tx.update(serviceMembers).set(set).where(eq(serviceMembers.id, id)))
  return token
}
/** The larger plan for a service bought today, and its price. */
const aLargerPlan = async (own: Fixture) => {
  const [id, plan, cookie] = [
    await anActive(own),
    await findPlan(own.app, 'Business'),
    await own.cookie('owner'),
  ]
  const json = { planId: plan.id }
  const { body } = await own.send(`/api/user-services/${id}/plan/preview`, { method: 'POST', cookie, json })
  return { ...json, amount: (body as { amount: number }).amount }
}
const aPaidDomain = async (own: Fixture) => {
  const [id, cookie] = [await own.makeDomain(), await own.cookie('owner')]
  const { body } = await own.send('/api/renewals/due', { method: 'GET', cookie })
  for (const due of body as Due[])
    if (due.domainId === id) await payInvoice(own.app, own.people.owner.id, due)
  return id
}
/** The invoice of an order paid and approved today. */
const invoiceOfPaid = async ({ app }: Fixture) => {
  const { serviceId } = await buyService(app)
  const { invoices } = app.store.t
  return (await app.store.read.select().from(invoices).where(eq(invoices.serviceId, serviceId)))[0]
}
const aPaidInvoice = async (own: Fixture) => ({
  invoiceId: (await invoiceOfPaid(own))?.id,
  ground: 'guarantee',
})
const aPaidOrder = async (own: Fixture) => (await invoiceOfPaid(own))?.orderId ?? ''
const aRefund = async (own: Fixture) => ({ ...(await aPaidInvoice(own)), method: 'upi', amount: 99 })
const aWaitingRefund = async (own: Fixture) => {
  const [json, cookie] = [await aRefund(own), await own.cookie('administrator')]
  const { body } = await own.send('/api/admin/refunds', { method: 'POST', cookie, json })
  return (body as { id: string }).id
}
const schedule = { enabled: true, frequency: 'daily', time: '03:00', backupType: 'full', keep: 1 }

/** Inputs that succeed where the matrix row is a refusal. */
const successes: Record<string, Pick<Row, 'item' | 'json'>> = {
  'servers.start': { item: aStopped },
  'servers.stop': { item: anActive },
  'servers.restart': { item: anActive },
  'projects.files.create': {
    json: async ({ makeProject }) => ({ projectId: (await makeProject()).id, name: 'b.css', type: 'css' }),
  },
  'projects.undoPublish': { item: aPublished },
  'files.createFolder': {
    json: async (own) => ({ serviceId: await anActive(own), path: `folder-${own.next()}` }),
  },
  'files.removeMany': { json: async ({ makeFile }) => ({ ids: [await makeFile(), await makeFile()] }) },
  'files.move': { json: async ({ makeFile }) => ({ ids: [await makeFile()], path: 'moved' }) },
  'files.undoExtract': { json: async ({ makeFile }) => ({ made: [await makeFile()], replaced: [] }) },
  'backups.create': { json: async (own) => ({ serviceId: await anActive(own), type: 'full' }) },
  'backups.restore': { item: ({ makeBackup }) => makeBackup('completed') },
  'backups.setSchedule': { json: async (own) => ({ serviceId: await anActive(own), ...schedule }) },
  'databases.create': {
    json: async (own) => ({
      serviceId: await anActive(own),
      dbName: `shop_${own.next()}`,
      dbUser: 'anna',
      dbPassword: 'a good long one',
      dbType: 'postgresql',
    }),
  },
  'databases.recreate': { item: aMissingDatabase },
  'email.messages.send': { item: aSendingMailbox },
  'email.drafts.open': { item: aMailboxWithDraft, json: () => ({ draftId: draftInBox }) },
  'email.drafts.detach': { item: aMailboxWithDraft, json: () => ({ draftId: draftInBox, n: 0 }) },
  'email.drafts.send': { item: aMailboxWithDraft, json: () => ({ draftId: draftInBox }) },
  'email.drafts.undo': { item: aMailboxWithSent, json: () => ({ draftId: draftInBox }) },
  'payments.order.online': { item: anOpenPage('order') },
  'payments.invoice.online': { item: anOpenPage('invoice') },
  'account.deletion.keep': { json: aWaitingDeletion },
  'members.invite': {
    json: (own) => ({
      serviceId: own.activeService('owner'),
      email: `member-${own.next()}@example.org`,
      role: 'viewer',
    }),
  },
  'memberships.acceptLink': { json: async (own) => ({ token: await anInvitation(own) }) },
  'renewals.previewPlan': {
    item: anActive,
    json: async ({ app }) => ({ planId: (await findPlan(app, 'Business')).id }),
  },
  'renewals.changePlan': { item: anActive, json: aLargerPlan },
  'renewals.renewDomain': { item: aPaidDomain },
  'renewalsDesk.refundOrder': { item: aPaidOrder },
  'renewalsDesk.spare': { item: async ({ app }) => (await buyService(app)).serviceId },
  'renewalsDesk.previewRefund': { json: aPaidInvoice },
  'renewalsDesk.refund': { json: aRefund },
  'renewalsDesk.payRefund': { item: aWaitingRefund },
  'domains.register': {
    json: async (own) => ({ name: `shop-${own.next()}`, tld: 'com', serviceId: await anActive(own) }),
  },
  'domains.connect': {
    json: async (own) => ({ name: `shop-${own.next()}.example.org`, serviceId: await anActive(own) }),
  },
  'cloud.createResource': { json: () => ({ action: 'seed-sample-data' }) },
  'cloud.act': {
    json: async (own) => ({
      action: 'reboot',
      resourceId: await findInstance(own, 'owner'),
      serviceType: 'instance',
    }),
  },
}

const takesKey = ({ access, idempotent }: Meta) => access !== 'visitor' && idempotent !== false
const procedures = Object.entries(proceduresOf(appRouter))
const keyed = procedures.flatMap(([name, { _def }]) =>
  _def.type === 'mutation' && takesKey(_def.meta as Meta) ? [name] : [],
)

function rowOf(procedure: string): Row {
  const route = listRoutes(appRouter).find((each) => each.procedure === procedure)
  const row = matrix.find((each) => each.route === (route ? `${route.method} ${route.path}` : procedure))
  if (!row) throw new Error(`${procedure} is not in the matrix`)
  return { ...row, ...successes[procedure] }
}

/** The same portal, with an idempotency key on every call. */
const withKey = (key: string): Fixture => ({
  ...fixture,
  send: (path, options) =>
    fixture.send(path, { ...options, headers: { ...options.headers, 'idempotency-key': key } }),
})

const countAudit = () => fixture.app.store.read.$count(fixture.app.store.t.auditLog)

test.each(keyed)(
  '%s stores its answer in its transaction, and a replay repeats the answer without any effect',
  async (name) => {
    const row = rowOf(name)
    const role = row.access === 'administrator' ? 'administrator' : 'owner'
    const call = {
      cookie: await fixture.cookie(role),
      id: await row.item?.(fixture),
      json: await row.json?.(fixture),
      form: undefined,
    }
    const send = callByTrpc(withKey(Bun.randomUUIDv7()), row.route, name)
    const first = await send(call)
    expect(first).toMatchObject({ status: 200 })
    expect(fixture.app.logged).toEqual([])
    const before = await countAudit()
    expect(await send(call)).toEqual(first)
    expect(await countAudit()).toBe(before)
  },
)
