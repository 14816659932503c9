import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Key, notOlderThan, olderThan, toPage } from '#db/lists/paging.ts'
import { contains } from '#db/lists/search.ts'
import type { Source } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { contactMessageOutput, listContactMessagesInput } from './contract/desk.ts'

/** Messages that one page of a search looks at. */
const pieceRows = 2_000

/** Null until the portal has sent the customer a message since. */
const firstAnswer = ({ contactMessages: c, customerMessages: m, users }: Source['t']) =>
  sql<Date | null>`(select min(${m.createdAt}) from ${m} where ${m.userId} = ${users.id} and ${m.createdAt} > ${c.createdAt})`.mapWith(
    m.createdAt,
  )

function selectMessages({ read, t }: Source, which: SQL | undefined) {
  const { contactMessages: c, users } = t
  return read
    .select({
      message: c,
      customer: { id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName },
      answeredAt: firstAnswer(t),
    })
    .from(c)
    .leftJoin(users, eq(users.emailKey, sql`lower(${c.email})`))
    .where(which)
    .orderBy(desc(c.createdAt), desc(c.id))
}

type Row = Awaited<ReturnType<typeof selectMessages>>[number]

function present({ message, customer, answeredAt }: Row): Answer<typeof contactMessageOutput> {
  const { address: _, ...shown } = message
  return { ...shown, customer, answeredAt }
}

const keyOf = ({ message: { createdAt, id } }: Row): Key => ({ at: createdAt, id })

/** What visitors wrote through the contact page, newest first; a search ends after so many, perhaps with less than a page. */
export async function listContactMessages(
  { store }: CustomerContext,
  { q, status, cursor, limit }: z.output<typeof listContactMessagesInput>,
) {
  const { contactMessages: c } = store.t
  const columns = { at: c.createdAt, id: c.id }
  const older = olderThan(columns, cursor)
  const page = (which?: SQL) => selectMessages(store, and(older, which)).limit(limit + 1)
  const paging = { limit, key: keyOf, present }
  if (!q && !status) return toPage(await page(), paging)
  const [last, next] = await store.read
    .select(columns)
    .from(c)
    .where(older)
    .orderBy(desc(c.createdAt), desc(c.id))
    .limit(2)
    .offset(pieceRows - 1)
  const end = next && last
  const texts = [
    c.subject,
    c.message,
    c.email,
    c.reference,
    c.id,
    sql`${c.firstName} || ' ' || ${c.lastName}`,
  ]
  const isFound = q ? or(...texts.map((text) => contains(sql`${text}`, q))) : undefined
  const isInState =
    status && sql`${firstAnswer(store.t)} is ${sql.raw(status === 'waiting' ? 'null' : 'not null')}`
  const rows = await page(and(isFound, isInState, end && notOlderThan(columns, end)))
  return toPage({ rows, end }, paging)
}
