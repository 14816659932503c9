import { and, desc, eq, gt, inArray, isNotNull, isNull, min, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { idBegins, type Key, notOlderThan, olderThan, toPage } from '#db/lists/paging.ts'
import { contains } from '#db/lists/search.ts'
import { ownerColumns } from '#db/rows/owner.ts'
import type { Reader, Source, Store } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import type { person } from '#shared/desk-list.ts'
import { emailKey } from '#shared/email-key.ts'
import type { Answer } from '#shared/schema.ts'
import type { contactMessageOutput, listContactMessagesInput } from './contract/desk.ts'

/** Messages that one page of a search scans. */
const pieceRows = 2_000

/** Null until the portal sends the customer with this address a message. */
function firstAnswer({ read, t: { contactMessages: c, customerMessages: m, users } }: Source) {
  const isOf = eq(users.emailKey, sql`lower(${c.email})`)
  const first = read
    .select({ at: min(m.createdAt) })
    .from(m)
    .innerJoin(users, eq(users.id, m.userId))
    .where(and(isOf, gt(m.createdAt, c.createdAt)))
  return sql<Date | null>`(${first})`.mapWith(m.createdAt)
}

type Person = z.output<typeof person>
type Sent = { userId: string; at: Date }

/** The customers with these addresses, by address; it is not verified that they wrote. */
async function findPeople({ read, t: { users } }: Source, addresses: string[]) {
  if (addresses.length === 0) return new Map<string, Person>()
  const rows = await read
    .select({ ...ownerColumns({ users }), key: users.emailKey })
    .from(users)
    .where(inArray(users.emailKey, addresses.map(emailKey)))
  return new Map(rows.map(({ key, ...person }) => [key, person]))
}

/** When the portal sent each of these customers messages after `since`, earliest first. */
async function findAnswers({ read, t: { customerMessages: m } }: Source, ids: string[], since: Date) {
  if (ids.length === 0) return new Map<string, Sent[]>()
  const rows = await read
    .select({ userId: m.userId, at: m.createdAt })
    .from(m)
    .where(and(inArray(m.userId, ids), gt(m.createdAt, since)))
  const sorted = rows.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  return Map.groupBy(sorted, ({ userId }) => userId)
}

type Row = Source['t']['contactMessages']['$inferSelect']

const keyOf = ({ createdAt, id }: Row): Key => ({ at: createdAt, id })

type ListOptions = z.output<typeof listContactMessagesInput>

/** The messages of a page; a search or filter stops scanning after a limit, possibly with a partial page. */
async function readPage(
  store: Store,
  { q, status, cursor, limit }: ListOptions,
): Promise<{ rows: Row[]; end?: Key }> {
  const { read, readLong, t } = store
  const { contactMessages: c } = t
  const columns = { at: c.createdAt, id: c.id }
  const newestFirst = [desc(c.createdAt), desc(c.id)]
  const older = olderThan(columns, cursor)
  const select = (from: Reader, where: SQL | undefined) =>
    from
      .select()
      .from(c)
      .where(where)
      .orderBy(...newestFirst)
      .limit(limit + 1)
  if (!q && !status) return { rows: await select(read, older) }
  const [last, next] = await read
    .select(columns)
    .from(c)
    .where(older)
    .orderBy(...newestFirst)
    .limit(2)
    .offset(pieceRows - 1)
  const end = next && last
  const texts = [c.subject, c.message, c.email, c.reference, sql`${c.firstName} || ' ' || ${c.lastName}`]
  const isFound = q ? or(idBegins(c.id, q), ...texts.map((text) => contains(sql`${text}`, q))) : undefined
  const answer = firstAnswer(store)
  const isInState = status && (status === 'waiting' ? isNull(answer) : isNotNull(answer))
  const within = end && notOlderThan(columns, end)
  const rows = await readLong((long) => select(long, and(older, within, isFound, isInState)))
  return { rows, ...(end ? { end } : {}) }
}

/** The messages from the contact page, newest first. */
export async function listContactMessages({ store }: CustomerContext, wish: ListOptions) {
  const { rows, end } = await readPage(store, wish)
  const people = await findPeople(
    store,
    rows.map(({ email }) => email),
  )
  const ids = [...people.values()].map(({ id }) => id)
  const answers = await findAnswers(store, ids, rows.at(-1)?.createdAt ?? new Date(0))
  const present = ({ address: _, ...row }: Row): Answer<typeof contactMessageOutput> => {
    const customer = people.get(emailKey(row.email)) ?? null
    const sent = customer === null ? [] : (answers.get(customer.id) ?? [])
    return { ...row, customer, answeredAt: sent.find(({ at }) => at > row.createdAt)?.at ?? null }
  }
  return toPage({ rows, end }, { limit: wish.limit, key: keyOf, present })
}
