import { and, desc, eq, isNull } from 'drizzle-orm'
import { formatBytes, mib } from '#shared/bytes.ts'
import { showName } from '#shared/names/show-name.ts'
import { formatDate } from '#shared/time.ts'
import { sectionRows } from '../contract/sections.ts'
import { joined, nameOf, type ReadSection, row, type SectionsOf, serviceColumns } from './section.ts'

const domains: ReadSection = async ({ store: { read, t }, customer }) => {
  const { domains: d } = t
  const isOwn = eq(d.userId, customer.id)
  const [total, rows] = await Promise.all([
    read.$count(d, isOwn),
    read.select().from(d).where(isOwn).orderBy(desc(d.createdAt), desc(d.id)).limit(sectionRows),
  ])
  const items = rows.map(({ id, serviceId, domainName, status, challenge, expiryDate, ssl, createdAt }) =>
    row({
      ...{ id, serviceId, title: showName(domainName), at: createdAt },
      status: challenge === null ? status : 'not verified',
      detail: joined(expiryDate && `until ${formatDate(expiryDate)}`, ssl && 'SSL'),
    }),
  )
  return { total, items }
}

const types = { mailbox: 'Mailbox', forwarding: 'Forwarding', alias: 'Alias' }

const mailboxes: ReadSection = async ({ store: { read, t }, customer }) => {
  const { emailAccounts: e } = t
  const isOwn = and(eq(e.userId, customer.id), isNull(e.deletedAt))
  const [total, rows] = await Promise.all([
    read.$count(e, isOwn),
    read.select().from(e).where(isOwn).orderBy(desc(e.createdAt), desc(e.id)).limit(sectionRows),
  ])
  const items = rows.map(({ id, serviceId, email, type, status, usedBytes, quota, createdAt }) =>
    row({
      ...{ id, serviceId, title: email, status, at: createdAt },
      detail: joined(
        types[type],
        type === 'mailbox' && `${formatBytes(usedBytes)} of ${formatBytes(quota * mib)}`,
      ),
    }),
  )
  return { total, items }
}

const engines = { mysql: 'MySQL', postgresql: 'PostgreSQL', mongodb: 'MongoDB' }

const databases: ReadSection = async ({ store: { read, t }, customer }) => {
  const { databases: d, userServices: s, pricingPlans } = t
  const isOwn = eq(d.userId, customer.id)
  const [total, rows] = await Promise.all([
    read.$count(d, isOwn),
    read
      .select({
        service: serviceColumns(t),
        ...{ id: d.id, name: d.dbName, type: d.dbType, status: d.status, reason: d.reason },
        ...{ sizeBytes: d.sizeBytes, at: d.createdAt },
      })
      .from(d)
      .innerJoin(s, and(eq(s.userId, d.userId), eq(s.id, d.serviceId)))
      .innerJoin(pricingPlans, eq(pricingPlans.id, s.planId))
      .where(isOwn)
      .orderBy(desc(d.createdAt), desc(d.id))
      .limit(sectionRows),
  ])
  const items = rows.map(({ id, name, type, status, reason, sizeBytes, at, service }) =>
    row({
      ...{ id, serviceId: service.id, title: name, status, at },
      detail: joined(
        engines[type],
        formatBytes(sizeBytes),
        nameOf(service),
        status === 'failed' ? reason : null,
      ),
    }),
  )
  return { total, items }
}

const backups: ReadSection = async ({ store: { read, t }, customer }) => {
  const { backups: b, userServices: s, pricingPlans } = t
  const isOwn = eq(b.userId, customer.id)
  const [total, rows] = await Promise.all([
    read.$count(b, isOwn),
    read
      .select({ backup: b, service: serviceColumns(t) })
      .from(b)
      .innerJoin(s, and(eq(s.userId, b.userId), eq(s.id, b.serviceId)))
      .innerJoin(pricingPlans, eq(pricingPlans.id, s.planId))
      .where(isOwn)
      .orderBy(desc(b.createdAt), desc(b.id))
      .limit(sectionRows),
  ])
  const items = rows.map(({ backup: { id, backupType, status, reason, fileSize, createdAt }, service }) =>
    row({
      ...{ id, serviceId: service.id, title: nameOf(service), status, at: createdAt },
      detail: joined(
        backupType === 'full' ? 'Full' : backupType === 'files' ? 'Files' : 'Databases',
        status === 'completed' && formatBytes(fileSize),
        status === 'failed' && reason,
      ),
    }),
  )
  return { total, items }
}

const projects: ReadSection = async ({ store: { read, t }, customer }) => {
  const { projects: p } = t
  const isOwn = eq(p.userId, customer.id)
  const [total, rows] = await Promise.all([
    read.$count(p, isOwn),
    read
      .select({ id: p.id, name: p.name, publishedAt: p.publishedAt, at: p.createdAt })
      .from(p)
      .where(isOwn)
      .orderBy(desc(p.createdAt), desc(p.id))
      .limit(sectionRows),
  ])
  const items = rows.map(({ id, name, publishedAt, at }) =>
    row({ ...{ id, title: name, at }, detail: publishedAt && `published ${formatDate(publishedAt)}` }),
  )
  return { total, items }
}

/** Domains, mailboxes, databases, backups and projects of a customer. */
export const hosted = { domains, mailboxes, databases, backups, projects } satisfies SectionsOf<
  'domains' | 'mailboxes' | 'databases' | 'backups' | 'projects'
>
