import { and, asc, count, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import {
  laterThan,
  maxRows,
  notOlderThan,
  olderThan,
  type SearchedRows,
  toArray,
  toPage,
} from '#db/lists/paging.ts'
import { contains } from '#db/lists/search.ts'
import { folders } from '#features/mailboxes/contract/rules.ts'
import type { MessageRow } from '#features/mailboxes/service/rows.ts'
import { inBox } from '#features/mailboxes/service/rows.ts'
import type { Box } from '#features/mailboxes/storage/mailboxes.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { listMessagesInput, messageOutput, messagePageOutput } from '../contract.ts'
import { boxOf, findMailbox } from './find-mailbox.ts'
import { presentMessage } from './present.ts'

type Input = z.output<typeof listMessagesInput>
type ListOptions = Omit<Input, 'id' | 'limit'> & { limit: number }

/** Messages that one page of a search scans. */
const pieceRows = 5_000

const keyOf = ({ receivedAt, id }: MessageRow) => ({ at: receivedAt, id })

async function readThread(
  { store }: CustomerContext,
  box: Box,
  { thread = '', cursor, limit }: ListOptions,
): Promise<MessageRow[]> {
  const { emailMessages: m } = store.t
  return store.read
    .select()
    .from(m)
    .where(
      and(inBox(store.t, box), eq(m.threadId, thread), laterThan({ at: m.receivedAt, id: m.id }, cursor)),
    )
    .orderBy(asc(m.receivedAt), asc(m.id))
    .limit(limit + 1)
}

/**
 * Without a search or a filter, an index read; otherwise the scan stops after this many messages, possibly with a partial page.
 */
async function readFolder(
  { store }: CustomerContext,
  box: Box,
  { folder, q, only, cursor, limit }: ListOptions,
): Promise<SearchedRows<MessageRow>> {
  const { emailMessages: m } = store.t
  const columns = { at: m.receivedAt, id: m.id }
  const own = and(inBox(store.t, box), eq(m.folder, folder), olderThan(columns, cursor))
  const newestFirst = [desc(m.receivedAt), desc(m.id)]
  const select = (matches?: SQL) =>
    store.read
      .select()
      .from(m)
      .where(and(own, matches))
      .orderBy(...newestFirst)
      .limit(limit + 1)
  if (!q && !only) return { rows: await select() }
  const [last, next] = await store.read
    .select(columns)
    .from(m)
    .where(own)
    .orderBy(...newestFirst)
    .limit(2)
    .offset(pieceRows - 1)
  const end = next && last
  const texts = [m.fromName, m.fromAddress, m.toText, m.subject, m.snippet]
  const isMatch = q ? or(...texts.map((text) => contains(sql`${text}`, q))) : undefined
  const isMarked = only && (only === 'unread' ? sql`not ${m.isSeen}` : sql`${m.isFlagged}`)
  return { rows: await select(and(isMatch, isMarked, end && notOlderThan(columns, end))), end }
}

async function readPage(ctx: CustomerContext, box: Box, { limit = maxRows, ...input }: Input) {
  const wish = { ...input, limit }
  const rows = wish.thread ? await readThread(ctx, box, wish) : await readFolder(ctx, box, wish)
  return toPage(rows, { limit, key: keyOf, present: presentMessage })
}

/** Messages of a folder, newest first, paged or complete; or a conversation, oldest first. */
export async function listMessages(
  ctx: CustomerContext,
  input: Input,
): Promise<Answer<typeof messageOutput>[]> {
  const box = boxOf(await findMailbox(ctx, input.id))
  return toArray(await readPage(ctx, box, input), ctx.reply.headers)
}

/** The same with the cursor of the next page, and the message counts of all folders. */
export async function pageMessages(
  ctx: CustomerContext,
  input: Input,
): Promise<Answer<typeof messagePageOutput>> {
  const box = boxOf(await findMailbox(ctx, input.id))
  const { emailMessages: m } = ctx.store.t
  const [found, counts, unseen] = await Promise.all([
    readPage(ctx, box, input),
    ...[undefined, sql`not is_seen`].map((which) =>
      ctx.store.read
        .select({ folder: m.folder, rows: count() })
        .from(m)
        .where(and(inBox(ctx.store.t, box), which))
        .groupBy(m.folder),
    ),
  ])
  const of = (rows: typeof counts, folder: string) => rows?.find((each) => each.folder === folder)?.rows ?? 0
  const each = folders.map((folder) => [folder, { total: of(counts, folder), unseen: of(unseen, folder) }])
  return { ...found, folders: Object.fromEntries(each) }
}
