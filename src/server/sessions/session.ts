import { and, desc, eq, inArray, lt, lte, ne, type SQL, sql } from 'drizzle-orm'
import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from 'lucia'
import { callerColumns } from '#db/rows/caller.ts'
import { removeRows } from '#db/rows/remove.ts'
import { readUnchanged } from '#db/store.ts'
import type { Store, Tx } from '#db/types.ts'
import { after } from '#shared/time.ts'
import { type Bus, sessionKind } from '../events.ts'
import { endOf, isDueForRenewal, sessionLifeMs, type Times } from './session-times.ts'

/** The facts about the caller, read with every request: a session itself carries no authority. */
export type SessionUser = {
  id: string
  email: string
  mobile: string
  firstName: string | null
  lastName: string | null
  profileImageUrl: string | null
  address: string | null
  organization: string | null
  isAdmin: boolean
  hasAdminAccess: boolean
  emailVerified: boolean
  mobileVerified: boolean
  createdAt: Date
}

/** The device data of a session. `publicId` identifies it in lists; the secret id never leaves the cookie. */
type Device = { publicId: string; userAgent: string; address: string; createdAt: string }
export type ValidSession = {
  id: string
  expiresAt: Date
  fresh: boolean
  /** When its owner last reauthenticated; null for sessions older than this column. */
  confirmedAt: Date | null
} & Device

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<Device, Omit<SessionUser, 'id'>>
    DatabaseSessionAttributes: Device
    DatabaseUserAttributes: Omit<SessionUser, 'id'>
  }
}

/** The most live sessions of one user, so that reading and ending them stays cheap. */
const maxSessions = 100

/** Stored in place of a session id: a reader of the table cannot sign in with it. */
export const hashId = (id: string) => Bun.SHA256.hash(id, 'hex')

export const sessionAndUser = (store: Store) => {
  const { sessions, users } = store.t
  return store.read
    .select({
      sess: sessions.sess,
      expire: sessions.expire,
      createdAt: sessions.createdAt,
      confirmedAt: sessions.confirmedAt,
      user: callerColumns(users),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.sid, sql.placeholder('sid')))
    .prepare('session_and_user')
}

const sessionOwner = ({ read, t: { sessions } }: Store) =>
  read
    .select({ userId: sessions.userId, expire: sessions.expire, createdAt: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.sid, sql.placeholder('sid')))
    .prepare('session_owner')

/** An ended session, identified by its public id. */
type EndedSession = { userId: string; publicId: string }

const deviceOf = (sess: unknown): Device => sess as Device

async function removeWhere(tx: Tx, where: SQL | undefined): Promise<EndedSession[]> {
  const { userId, sess } = tx.t.sessions
  const rows = await tx.delete(tx.t.sessions).where(where).returning({ userId, sess })
  return rows.map((row) => ({ userId: row.userId, publicId: deviceOf(row.sess).publicId }))
}

/** Ends a user's oldest sessions beyond the limit, but never the one just created. */
async function endSurplus(tx: Tx, made: { sid: string; userId: string }): Promise<EndedSession[]> {
  const { sid, userId, createdAt } = tx.t.sessions
  const newest = await tx
    .select({ createdAt })
    .from(tx.t.sessions)
    .where(eq(userId, made.userId))
    .orderBy(desc(createdAt), desc(sid))
    .limit(maxSessions + 1)
  const first = newest[maxSessions]
  if (!first) return []
  return removeWhere(tx, and(eq(userId, made.userId), lte(createdAt, first.createdAt), ne(sid, made.sid)))
}

const readRow = async (store: Store, id: string) => {
  const [row] = await readUnchanged(store, sessionAndUser, { sid: hashId(id) })
  return row ?? null
}

/** Lucia's adapter over the `sessions` table; ids are stored as SHA-256. */
function createAdapter(store: Store, publishEnded: Sessions['publishEnded']): Adapter {
  const { sessions, users } = store.t
  const toSession = (
    id: string,
    row: Times & { sess: unknown; userId: string },
    isAdmin: boolean,
  ): DatabaseSession => ({
    id,
    userId: row.userId,
    expiresAt: endOf(row, isAdmin),
    attributes: deviceOf(row.sess),
  })
  return {
    async getSessionAndUser(id) {
      const row = await readRow(store, id)
      if (!row) return [null, null]
      const { id: userId, ...attributes } = row.user
      return [toSession(id, { ...row, userId }, row.user.isAdmin), { id: userId, attributes }]
    },
    async getUserSessions(userId) {
      const rows = await store.read
        .select({ session: sessions, isAdmin: users.isAdmin })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(eq(sessions.userId, userId))
      return rows.map(({ session, isAdmin }) => toSession(session.sid, session, isAdmin))
    },
    async setSession({ id, userId, expiresAt, attributes }) {
      const row = {
        sid: hashId(id),
        userId,
        expire: expiresAt,
        sess: { ...attributes },
        // The store's clock, which also decides how long this counts.
        confirmedAt: new Date(attributes.createdAt),
        createdAt: new Date(),
      }
      const ended = await store.tx(async (tx) => {
        await tx.insert(sessions).values(row)
        return endSurplus(tx, row)
      })
      publishEnded(ended)
    },
    async updateSessionExpiration(id, expiresAt) {
      await store.tx((tx) =>
        tx
          .update(sessions)
          .set({ expire: expiresAt })
          .where(eq(sessions.sid, hashId(id))),
      )
    },
    async deleteSession(id) {
      publishEnded(await store.tx((tx) => removeWhere(tx, eq(sessions.sid, hashId(id)))))
    },
    async deleteUserSessions(userId) {
      publishEnded(await store.tx((tx) => removeWhere(tx, eq(sessions.userId, userId))))
    },
    async deleteExpiredSessions() {
      // A session that has reached its last day is not renewed, so it expires within a month.
      const isOver = lt(sessions.expire, new Date())
      await removeRows(store, { table: sessions, key: sessions.sid, which: isOver })
    },
  }
}

export type Authenticated = { user: SessionUser; session: ValidSession }

export interface Sessions {
  /** The caller behind a Cookie header; `poll` neither renews nor deletes anything. */
  read(cookieHeader: string | null, options: { poll: boolean }): Promise<Authenticated | null>
  /**
   * The user id of a live session, without renewing it or loading the user: half the cost, for answers that do not need the user.
   */
  readUserId(cookieHeader: string | null): Promise<string | null>
  /** A new session; returns its `Set-Cookie`. Called after the commit of the transaction that created the user. */
  start(userId: string, device: Omit<Device, 'publicId'>): Promise<string>
  /** Records that the owner of a session has reauthenticated. */
  confirm(tx: Tx, session: { id: string; at: Date }): Promise<void>
  end(sessionId: string): Promise<void>
  /** Ends one of the user's sessions by its public id; `false` when there is no such session. */
  endByPublicId(userId: string, publicId: string): Promise<boolean>
  /**
   * Ends all but one of the user's sessions within the caller's transaction; the caller passes the result to `publishEnded` once
   * it has committed.
   */
  endOthers(tx: Tx, user: { userId: string; keptPublicId: string | null }): Promise<EndedSession[]>
  /** Ends streams open under these sessions: here immediately, on other nodes when they are notified. */
  publishEnded(ended: EndedSession[]): void
  list(
    userId: string,
  ): Promise<(Device & { expiresAt: Date; seenAt: Date | null; seenFrom: string | null })[]>
  /** The `Set-Cookie` that renews a session's cookie, or removes it. */
  cookie(sessionId: string): string
  blankCookie(): string
  /** The same sessions for visits over TLS, or without it. */
  over(isSecure: boolean): Sessions
  sweep(): Promise<void>
}

/** The name of the cookie: behind TLS, one that only this host can have set. */
export const sessionCookieName = (isSecure: boolean): string => (isSecure ? '__Host-sid' : 'sid')

/**
 * Sessions of 30 sliding days, at most 90 in total and for an administrator at most 12 hours unused, in an HttpOnly cookie:
 * `__Host-sid` behind TLS and `sid` over plain http.
 */
export function createSessions(
  store: Store,
  options: { secure: boolean; events: Pick<Bus, 'publish'> },
): Sessions {
  const publishEnded: Sessions['publishEnded'] = (ended) => {
    for (const { userId, publicId } of ended)
      options.events.publish({ userId, kind: sessionKind, id: publicId, status: 'ended' })
  }
  const adapter = createAdapter(store, publishEnded)
  const lucia = new Lucia(adapter, {
    sessionExpiresIn: new TimeSpan(sessionLifeMs, 'ms'),
    sessionCookie: {
      name: sessionCookieName(options.secure),
      attributes: { secure: options.secure, sameSite: 'lax', path: '/' },
    },
    getSessionAttributes: (device) => device,
    getUserAttributes: (user) => user,
  })
  // Lucia's own reader decodes every cookie of the host, and fails on malformed ones of other programs.
  const written = new RegExp(`(?:^|;\\s*)${lucia.sessionCookieName}=([a-z0-9]+)`)
  const readCookie = (header: string | null) => (header && written.exec(header)?.[1]) || null
  /** Renews the session when due; expired sessions are left to the sweep. */
  const readSession = async (id: string, mayRenew: boolean): Promise<Authenticated | null> => {
    const row = await readRow(store, id)
    const now = new Date()
    if (!row || endOf(row, row.user.isAdmin) <= now) return null
    const { user } = row
    const fresh = mayRenew && isDueForRenewal(row, user.isAdmin, now)
    const expire = fresh ? after(now, sessionLifeMs) : row.expire
    if (fresh) await adapter.updateSessionExpiration(id, expire)
    const expiresAt = endOf({ ...row, expire }, user.isAdmin)
    const { confirmedAt } = row
    return { user, session: { ...deviceOf(row.sess), id, expiresAt, fresh, confirmedAt } }
  }
  const endWhere = async (tx: Tx, userId: string, ends: (device: Device) => boolean) => {
    const { sessions } = tx.t
    const { sid, sess } = sessions
    const rows = await tx.select({ sid, sess }).from(sessions).where(eq(sessions.userId, userId))
    const ended = rows.filter((row) => ends(deviceOf(row.sess))).map((row) => row.sid)
    return ended.length === 0 ? [] : removeWhere(tx, inArray(sid, ended))
  }
  let other: Sessions | undefined
  const sessions: Sessions = {
    async read(cookieHeader, { poll }) {
      const id = readCookie(cookieHeader)
      return id ? readSession(id, !poll) : null
    },
    async readUserId(cookieHeader) {
      const id = readCookie(cookieHeader)
      if (!id) return null
      const [row] = await readUnchanged(store, sessionOwner, { sid: hashId(id) })
      return row && endOf(row, false) > new Date() ? row.userId : null
    },
    async start(userId, device) {
      const session = await lucia.createSession(userId, { publicId: Bun.randomUUIDv7(), ...device })
      return lucia.createSessionCookie(session.id).serialize()
    },
    async confirm(tx, { id, at }) {
      const { sessions } = tx.t
      await tx
        .update(sessions)
        .set({ confirmedAt: at })
        .where(eq(sessions.sid, hashId(id)))
    },
    end: (id) => lucia.invalidateSession(id),
    async endByPublicId(userId, publicId) {
      const ended = await store.tx((tx) => endWhere(tx, userId, (device) => device.publicId === publicId))
      publishEnded(ended)
      return ended.length > 0
    },
    endOthers: (tx, { userId, keptPublicId }) =>
      endWhere(tx, userId, (device) => device.publicId !== keptPublicId),
    publishEnded,
    async list(userId) {
      const { sessions, users } = store.t
      const rows = await store.read
        .select({ session: sessions, isAdmin: users.isAdmin })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(eq(sessions.userId, userId))
      return rows
        .map(({ session, isAdmin }) => {
          const { sess, seenAt, seenFrom } = session
          return { ...deviceOf(sess), seenAt, seenFrom, expiresAt: endOf(session, isAdmin) }
        })
        .filter((row) => row.expiresAt > new Date())
        .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
    },
    cookie: (id) => lucia.createSessionCookie(id).serialize(),
    blankCookie: () => lucia.createBlankSessionCookie().serialize(),
    over(isSecure) {
      if (isSecure === options.secure) return sessions
      other ??= createSessions(store, { ...options, secure: isSecure })
      return other
    },
    sweep: () => lucia.deleteExpiredSessions(),
  }
  return sessions
}
