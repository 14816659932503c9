import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { idBegins, type Key, notOlderThan, olderThan, toPage } from '#db/lists/paging.ts'
import { contains } from '#db/lists/search.ts'
import type { Reader, Source, Store } from '#db/types.ts'
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

const isOf = ({ contactMessages: c, users }: Source['t']) => eq(users.emailKey, sql`lower(${c.email})`)

/** These messages, each with whose address it is and when it was answered. */
function selectMessages({ read, t }: Source, ids: string[]) {
  const { contactMessages: c, users } = t
  return read
    .select({
      message: c,
      customer: { id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName },
      answeredAt: firstAnswer(t),
    })
    .from(c)
    .leftJoin(users, isOf(t))
    .where(inArray(c.id, ids))
    .orderBy(desc(c.createdAt), desc(c.id))
}

type Row = Awaited<ReturnType<typeof selectMessages>>[number]

function present({ message, customer, answeredAt }: Row): Answer<typeof contactMessageOutput> {
  const { address: _, ...shown } = message
  return { ...shown, customer, answeredAt }
}

const keyOf = ({ message: { createdAt, id } }: Row): Key => ({ at: createdAt, id })

type Wish = z.output<typeof listContactMessagesInput>

/** Where the messages of a page are; a search or filter ends after so many, perhaps with less than a page. */
async function findPlaces({ read, readLong, t }: Store, { q, status, cursor, limit }: Wish) {
  const { contactMessages: c, users } = t
  const columns = { at: c.createdAt, id: c.id }
  const newestFirst = [desc(c.createdAt), desc(c.id)]
  const older = olderThan(columns, cursor)
  const page = (from: Reader) => from.select(columns).from(c)
  if (!q && !status)
    return {
      rows: await page(read)
        .where(older)
        .orderBy(...newestFirst)
        .limit(limit + 1),
    }
  const [last, next] = await page(read)
    .where(older)
    .orderBy(...newestFirst)
    .limit(2)
    .offset(pieceRows - 1)
  const end = next && last
  const texts = [c.subject, c.message, c.email, c.reference, sql`${c.firstName} || ' ' || ${c.lastName}`]
  const isFound = q ? or(idBegins(c.id, q), ...texts.map((text) => contains(sql`${text}`, q))) : undefined
  const answer = firstAnswer(t)
  const isInState = status && (status === 'waiting' ? isNull(answer) : isNotNull(answer))
  const rows = await readLong((long) =>
    page(long)
      .leftJoin(users, isOf(t))
      .where(and(older, end && notOlderThan(columns, end), isFound, isInState))
      .orderBy(...newestFirst)
      .limit(limit + 1),
  )
  return { rows, end }
}

/** What visitors wrote through the contact page, newest first. */
export async function listContactMessages({ store }: CustomerContext, wish: Wish) {
  const { rows: places, end } = await findPlaces(store, wish)
  const ids = places.map(({ id }) => id)
  const rows = ids.length > 0 ? await selectMessages(store, ids) : []
  return toPage({ rows, end }, { limit: wish.limit, key: keyOf, present })
}
