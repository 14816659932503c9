import { desc, eq } from 'drizzle-orm'
import { sectionRows } from '../contract/sections.ts'
import { joined, type ReadSection, row, type SectionsOf } from './section.ts'

/** Contact messages from the customer's address. */
const received: ReadSection = async ({ store: { read, t }, customer }) => {
  const { contactMessages: c } = t
  const isFrom = eq(c.email, customer.email)
  const [total, rows] = await Promise.all([
    read.$count(c, isFrom),
    read
      .select({ id: c.id, subject: c.subject, reference: c.reference, at: c.createdAt })
      .from(c)
      .where(isFrom)
      .orderBy(desc(c.createdAt), desc(c.id))
      .limit(sectionRows),
  ])
  const items = rows.map(({ id, subject, reference, at }) =>
    row({ ...{ id, at }, title: subject, detail: reference }),
  )
  return { total, items }
}

/** Messages of administrators from this page. */
const sent: ReadSection = async ({ store: { read, t }, customer }) => {
  const { customerMessages: m, users } = t
  const isTo = eq(m.userId, customer.id)
  const [total, rows] = await Promise.all([
    read.$count(m, isTo),
    read
      .select({ id: m.id, subject: m.subject, text: m.text, at: m.createdAt, author: users.email })
      .from(m)
      .innerJoin(users, eq(users.id, m.authorId))
      .where(isTo)
      .orderBy(desc(m.createdAt), desc(m.id))
      .limit(sectionRows),
  ])
  const items = rows.map(({ id, subject, text, author, at }) =>
    row({ ...{ id, at, text }, title: subject, detail: `by ${author}` }),
  )
  return { total, items }
}

/** The portal's mails of the last 30 days, by subject. */
const mails: ReadSection = async ({ store: { read, t }, customer }) => {
  const { mails: m } = t
  const isTo = eq(m.userId, customer.id)
  const columns = {
    id: m.id,
    to: m.to,
    subject: m.subject,
    status: m.status,
    isFile: m.isFile,
    lastError: m.lastError,
    at: m.createdAt,
  }
  const [total, rows] = await Promise.all([
    read.$count(m, isTo),
    read.select(columns).from(m).where(isTo).orderBy(desc(m.id)).limit(sectionRows),
  ])
  const items = rows.map(({ id, to, subject, status, isFile, lastError, at }) =>
    row({
      ...{ id, at, title: subject },
      status: isFile ? 'saved to a file' : status,
      detail: joined(to !== customer.email && to, lastError),
    }),
  )
  return { total, items }
}

/** Correspondence between a customer and the host. */
export const written = { received, sent, mails } satisfies SectionsOf<'received' | 'sent' | 'mails'>
