import { sealAudit } from '#db/audit/seal.ts'
import type { Schema } from '#db/schema/schema.ts'
import type { Store } from '#db/types.ts'
import { day, hour, minute } from '#shared/time.ts'
import { domainName } from '#test/support/domain-name.ts'
import { type Bulk, openBulk } from './bulk.ts'

// Customers after two years: per thousand of them 1,200 services, orders and mails, 4,700 audit entries and 2,000 file rows
// (without bytes), as the portal itself would have written them.

const spanMs = 700 * day
const batch = 2_000
/** Mails are deleted after thirty days, so all of them date from the last month. */
const mailSpanMs = 29 * day
/** Additional services and orders of the first customer: lists longer than a page. */
const extraOfFirst = 60

export type Filling = { users: number; passwordHash: string; planId: string; until: Date }

type Rows = {
  [Name in
    | 'users'
    | 'userServices'
    | 'orders'
    | 'mails'
    | 'auditLog'
    | 'auditPending'
    | 'files'
    | 'fileTotals'
    | 'fileTotals'
    | 'domains'
    | 'jobs'
    | 'sessions'
    | 'contactMessages']: Schema[Name]['$inferInsert'][]
}
type Status = Schema['userServices']['$inferInsert']['status']

const newId = (at: Date): string => Bun.randomUUIDv7('hex', at.getTime())
const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

const emptyRows = (): Rows => ({
  users: [],
  userServices: [],
  orders: [],
  mails: [],
  auditLog: [],
  auditPending: [],
  files: [],
  fileTotals: [],
  domains: [],
  jobs: [],
  sessions: [],
  contactMessages: [],
})

/** Per thousand services: 20 pending, 40 terminated, 30 stopped, 30 suspended, 1 restarting, the others active. */
function statusOf(number: number): Status {
  const place = (number * 7919) % 1_000
  if (place < 20) return 'pending'
  if (place < 60) return 'terminated'
  if (place < 90) return 'stopped'
  if (place < 120) return 'suspended'
  return place === 120 ? 'restarting' : 'active'
}

export const emailOf = (number: number): string => `shopper-${number}@example.com`
/** The number of first customers with numbers that begin with `firstMobiles`; no later number does. */
const firstCustomers = 100_000
export const firstMobiles = '+916'

/** All accounts differ; except for those of the first customers, none reveals its sign-up time. */
export const mobileOf = (number: number): string =>
  number < firstCustomers
    ? `${firstMobiles}${String(number).padStart(9, '0')}`
    : `+91${7_000_000_000 + ((number * 1_618_033) % 3_000_000_000)}`

type Person = { id: string; number: number; at: Date }
type AuditEntry = {
  at: Date
  action: string
  targetType: string
  targetId: string
  userId: string
  actor: string
}

function addAuditEntry(rows: Rows, entry: AuditEntry): void {
  const id = newId(entry.at)
  rows.auditLog.push({
    ...entry,
    id,
    actorId: null,
    note: null,
    details: null,
    address: '192.0.2.1',
    requestId: null,
  })
  rows.auditPending.push({ id })
}

function addUser(rows: Rows, { id, number, at }: Person, { passwordHash, until }: Filling): void {
  const email = emailOf(number)
  rows.users.push({
    id,
    email,
    emailKey: email,
    mobile: mobileOf(number),
    passwordHash,
    createdAt: at,
    updatedAt: at,
  })
  addAuditEntry(rows, {
    at,
    action: 'auth.register',
    targetType: 'user',
    targetId: id,
    userId: id,
    actor: email,
  })
  if (number % 10 === 0)
    addAuditEntry(rows, {
      at: after(at, hour),
      action: 'auth.login',
      targetType: 'user',
      targetId: id,
      userId: id,
      actor: email,
    })
  if (number % 5 === 0) {
    const sess = {
      publicId: newId(at),
      userAgent: 'bench',
      address: '192.0.2.1',
      createdAt: at.toISOString(),
    }
    rows.sessions.push({
      sid: Bun.SHA256.hash(id, 'hex'),
      userId: id,
      sess,
      expire: after(until, 20 * day),
      createdAt: at,
    })
  }
  if (number % 100 === 0)
    rows.contactMessages.push({
      id: newId(at),
      reference: `C-${number}`,
      firstName: 'Asha',
      lastName: 'Rao',
      email,
      subject: 'A question',
      message: 'Does the plan include mail?',
      address: '192.0.2.1',
      createdAt: at,
    })
}

type Bought = { person: Person; number: number; at: Date }

function addService(rows: Rows, { person, number, at }: Bought, { planId, until }: Filling): string {
  const [serviceId, orderId, email] = [newId(at), newId(at), emailOf(person.number)]
  const [status, decidedAt, userId] = [statusOf(number), after(at, 10 * minute), person.id]
  const orderStatus = status === 'pending' ? 'pending' : status === 'terminated' ? 'rejected' : 'approved'
  const isApproved = orderStatus === 'approved'
  const domain = domainName(`shop-${number}.example.com`)
  rows.userServices.push({
    id: serviceId,
    userId,
    planId,
    orderId,
    status,
    domain,
    serverIp: isApproved ? '127.0.0.1' : null,
    activatedAt: isApproved ? decidedAt : null,
    createdAt: at,
    updatedAt: decidedAt,
  })
  rows.orders.push({
    id: orderId,
    userId,
    planId,
    serviceId,
    amountPaise: 9_900,
    status: orderStatus,
    paymentMethod: 'credit_card',
    domain,
    decidedAt: orderStatus === 'pending' ? null : decidedAt,
    createdAt: at,
  })
  const mailedAt = after(until, ((decidedAt.getTime() - until.getTime()) * mailSpanMs) / spanMs)
  rows.mails.push({
    id: newId(mailedAt),
    to: email,
    subject: 'Your order',
    text: 'Thank you for your order. '.repeat(12),
    html: '<p>Thank you for your order.</p>'.repeat(12),
    kind: `order.${orderStatus}`,
    relatedId: orderId,
    userId,
    status: number % 1_000 === 999 ? 'failed' : 'sent',
    attempts: 1,
    sentAt: mailedAt,
    createdAt: mailedAt,
  })
  const entry = { userId, actor: email }
  addAuditEntry(rows, { ...entry, at, action: 'order.create', targetType: 'order', targetId: orderId })
  if (orderStatus !== 'pending') {
    const action = isApproved ? 'order.approve' : 'order.reject'
    addAuditEntry(rows, { ...entry, at: decidedAt, action, targetType: 'order', targetId: orderId })
  }
  if (isApproved) {
    addAuditEntry(rows, {
      ...entry,
      at: decidedAt,
      action: 'service.activate',
      targetType: 'service',
      targetId: serviceId,
    })
    // Finished jobs are deleted after thirty days.
    if (until.getTime() - at.getTime() < 29 * day)
      rows.jobs.push({
        id: newId(decidedAt),
        kind: 'service.provision',
        payload: { serviceId },
        key: `service:${serviceId}`,
        userId,
        relatedId: serviceId,
        status: number % 500 === 0 ? 'failed' : 'done',
        attempts: 1,
        runAt: decidedAt,
        createdAt: decidedAt,
        updatedAt: decidedAt,
        finishedAt: decidedAt,
      })
  }
  return serviceId
}

function addFiles(
  rows: Rows,
  { id: userId, at, number }: Person,
  { serviceId, until }: { serviceId: string; until: Date },
): void {
  const isTrashed = number % 50 === 0
  for (const fileName of ['index.html', 'style.css']) {
    rows.files.push({
      id: newId(at),
      userId,
      serviceId,
      fileName,
      path: '',
      filePath: fileName,
      pathKey: fileName,
      fileType: 'text/plain',
      fileSize: 512,
      sha256: 'a'.repeat(64),
      uploadedAt: at,
      updatedAt: at,
      deletedAt: isTrashed && fileName === 'style.css' ? after(until, -day) : null,
    })
  }
  const files = isTrashed ? 1 : 2
  for (const path of ['', '/'])
    rows.fileTotals.push({ userId, serviceId, path, files, folders: 0, bytes: files * 512, images: 0 })
  if (number % 10 === 0)
    rows.domains.push({
      id: newId(at),
      userId,
      serviceId,
      domainName: domainName(`shop-of-${number}.example.com`),
      nameservers: [],
      createdAt: at,
      updatedAt: at,
    })
}

async function store(bulk: Bulk, t: Schema, rows: Rows): Promise<void> {
  for (const name of Object.keys(rows) as (keyof Rows)[]) await bulk.insert(t[name], rows[name] as never[])
}

/** Adds this many customers to the migrated, seeded database of a stopped portal. The first is `emailOf(0)`. */
export async function fillPortal(
  place: { dataDir: string; databaseUrl?: string | undefined; t: Schema },
  filling: Filling,
): Promise<void> {
  const bulk = await openBulk(place.dataDir, place.databaseUrl)
  const { users, until } = filling
  const startMs = until.getTime() - spanMs
  const stepMs = (spanMs - hour) / users
  let services = 0
  let rows = emptyRows()
  for (let number = 0; number < users; number += 1) {
    const at = new Date(Math.floor(startMs + number * stepMs))
    const person: Person = { id: newId(at), number, at }
    addUser(rows, person, filling)
    const own = number === 0 ? extraOfFirst : number % 5 === 0 ? 2 : 1
    for (let each = 0; each < own; each += 1) {
      const serviceId = addService(
        rows,
        { person, number: services, at: after(at, (each + 1) * minute) },
        filling,
      )
      if (each === 0) addFiles(rows, person, { serviceId, until })
      services += 1
    }
    if (number % batch === batch - 1) {
      await store(bulk, place.t, rows)
      rows = emptyRows()
    }
  }
  await store(bulk, place.t, rows)
  await bulk.finish()
}

/** Seals every audit entry, as if the portal had always been running. */
export async function sealAll(store: Store, sealing: { now: Date; key: Buffer }): Promise<void> {
  while ((await sealAudit(store, sealing)) > 0);
}
