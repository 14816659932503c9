import { and, desc, eq, gt } from 'drizzle-orm'
import { describeDevice } from '#features/auth/contract/device.ts'
import { describePlace } from '#features/auth/contract/place.ts'
import { sectionRows } from '../contract/sections.ts'
import { joined, type ReadSection, row, type SectionsOf } from './section.ts'

const methods = {
  password: 'Password',
  code: 'Password and code',
  'recovery-code': 'Password and recovery code',
  passkey: 'Passkey',
  'sign-up': 'Sign-up',
}

const signIns: ReadSection = async ({ store: { read, t }, customer }) => {
  const { signIns: s } = t
  const isOwn = eq(s.userId, customer.id)
  const [total, rows] = await Promise.all([
    read.$count(s, isOwn),
    read.select().from(s).where(isOwn).orderBy(desc(s.id)).limit(sectionRows),
  ])
  const items = rows.map(({ id, at, userAgent, address, method, isSuccess }) =>
    row({
      ...{ id, at, title: describeDevice(userAgent), status: isSuccess ? 'signed in' : 'refused' },
      detail: joined(methods[method], describePlace(address)),
    }),
  )
  return { total, items }
}

/** Open sessions; their own ids stay secret. */
const sessions: ReadSection = async ({ store: { read, t }, customer, now }) => {
  const { sessions: s } = t
  const isOpen = and(eq(s.userId, customer.id), gt(s.expire, now))
  const columns = { sess: s.sess, seenAt: s.seenAt, seenFrom: s.seenFrom, createdAt: s.createdAt }
  // An account has at most a hundred sessions.
  const rows = await read.select(columns).from(s).where(isOpen).limit(100)
  const newestFirst = rows
    .map((each) => ({ ...each, usedAt: each.seenAt ?? each.createdAt }))
    .sort((one, other) => other.usedAt.getTime() - one.usedAt.getTime())
  const items = newestFirst.slice(0, sectionRows).map(({ sess, seenFrom, createdAt, usedAt }) => {
    const { publicId, userAgent, address } = sess as { publicId: string; userAgent: string; address: string }
    return row({
      ...{ id: publicId, title: describeDevice(userAgent), at: usedAt },
      detail: joined(describePlace(seenFrom ?? address), usedAt > createdAt && 'last used'),
    })
  })
  return { total: rows.length, items }
}

const audit: ReadSection = async ({ store: { read, t }, customer }) => {
  const { auditLog: a } = t
  const isAbout = eq(a.userId, customer.id)
  const [total, rows] = await Promise.all([
    read.$count(a, isAbout),
    read
      .select({ id: a.id, action: a.action, actor: a.actor, note: a.note, at: a.at })
      .from(a)
      .where(isAbout)
      .orderBy(desc(a.at), desc(a.id))
      .limit(sectionRows),
  ])
  const items = rows.map(({ id, action, actor, note, at }) =>
    row({ ...{ id, at, title: action }, detail: joined(`by ${actor ?? 'the portal'}`, note) }),
  )
  return { total, items }
}

/** Sign-ins, sessions and audit entries of an account. */
export const traced = { signIns, sessions, audit } satisfies SectionsOf<'signIns' | 'sessions' | 'audit'>
