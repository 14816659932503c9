import { and, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { Answered } from '#server/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import { mutate } from '#server/mutate.ts'
import { only } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type {
  byMessageId,
  changedMessagesOutput,
  changeMessageInput,
  changeMessagesInput,
  messageOutput,
  removeMessagesInput,
} from '#features/mailboxes/contract.ts'
import { removeMessages } from '#features/mailboxes/filing/remove-messages.ts'
import type { MessageRow } from '#features/mailboxes/service/rows.ts'
import { tellAccount } from '#features/mailboxes/service/tell.ts'
import type { Box } from '#features/mailboxes/storage/mailboxes.ts'
import { boxOf, findMailbox, findMessage, inBox } from './find-mailbox.ts'
import { presentMessage } from './present.ts'

type Changes = Pick<z.output<typeof changeMessageInput>, 'isSeen' | 'isFlagged' | 'folder'>

/** Those of the messages that are there. */
const findMessages = (ctx: CustomerContext, box: Box, ids: readonly string[]): Promise<MessageRow[]> => {
  const { emailMessages: m } = ctx.store.t
  return ctx.store.read
    .select()
    .from(m)
    .where(and(inBox(ctx.store.t, box), inArray(m.id, [...ids])))
    .then((rows) => rows)
}

/** The files first: they are the truth, from which rows that a crash left behind are made right. */
async function changeFiles(
  { mailboxes }: CustomerContext,
  box: Box,
  { rows, changes }: { rows: MessageRow[]; changes: Changes },
): Promise<void> {
  const { folder, isSeen, isFlagged } = changes
  for (const row of rows) {
    const flags = {
      isSeen: isSeen ?? row.isSeen,
      isFlagged: isFlagged ?? row.isFlagged,
      isAnswered: row.isAnswered,
    }
    if (flags.isSeen !== row.isSeen || flags.isFlagged !== row.isFlagged)
      await mailboxes.mark(box, row.folder, row.file, flags)
    if (folder && folder !== row.folder) await mailboxes.move(box, row.file, { from: row.folder, to: folder })
  }
}

type Change = { rows: MessageRow[]; changes: Changes }

/** Changes the messages and answers with what `present` makes of their new rows. */
async function change<T>(
  ctx: CustomerContext,
  box: Box,
  { rows, changes, present }: Change & { present: (rows: MessageRow[]) => T },
) {
  await changeFiles(ctx, box, { rows, changes })
  const { isSeen, isFlagged, folder } = changes
  const set = {
    ...(isSeen === undefined ? {} : { isSeen }),
    ...(isFlagged === undefined ? {} : { isFlagged }),
  }
  return mutate(ctx, async (tx) => {
    const { emailMessages: m } = tx.t
    const those = (some: MessageRow[]) =>
      and(
        inBox(tx.t, box),
        inArray(
          m.id,
          some.map(({ id }) => id),
        ),
      )
    if (Object.keys(set).length > 0) await tx.update(m).set(set).where(those(rows))
    const moved = rows.filter((row) => folder !== undefined && row.folder !== folder)
    if (moved.length > 0) await tx.update(m).set({ folder, filedAt: ctx.now() }).where(those(moved))
    const changed = await tx.select().from(m).where(those(rows))
    if (rows.length > 0) tellAccount(tx, ctx, { id: box.accountId, status: 'mail' })
    return present(changed)
  })
}

/** Marks or moves one message. @throws NOT_FOUND, WRONG_STATE */
export async function changeMessage(
  ctx: CustomerContext,
  { id, messageId, ...changes }: z.output<typeof changeMessageInput>,
) {
  const box = boxOf(await findMailbox(ctx, id))
  const row = await findMessage(ctx.store, box, messageId)
  const present = (changed: MessageRow[]): Answer<typeof messageOutput> =>
    presentMessage(only(changed, 'This message'))
  return change(ctx, box, { rows: [row], changes, present })
}

/** Marks or moves those of the messages that are there. */
export async function changeMessages(
  ctx: CustomerContext,
  { id, ids, ...changes }: z.output<typeof changeMessagesInput>,
) {
  const box = boxOf(await findMailbox(ctx, id))
  const rows = await findMessages(ctx, box, ids)
  const present = (changed: MessageRow[]): Answer<typeof changedMessagesOutput> => ({
    changed: changed.length,
  })
  return change(ctx, box, { rows, changes, present })
}

/** Moves messages into the trash; those that lie there are gone for good. Answers with `body`. */
async function discard<T>(
  ctx: CustomerContext,
  box: Box,
  { rows, body }: { rows: MessageRow[]; body: T },
): Promise<Answered<T>> {
  const isTrash = ({ folder }: MessageRow) => folder === 'trash'
  const kept = rows.filter((row) => !isTrash(row))
  await removeMessages(ctx, rows.filter(isTrash))
  await changeFiles(ctx, box, { rows: kept, changes: { folder: 'trash' } })
  const ids = kept.map(({ id }) => id)
  return mutate(ctx, async (tx) => {
    const { emailMessages: m } = tx.t
    if (ids.length > 0)
      await tx
        .update(m)
        .set({ folder: 'trash', filedAt: ctx.now() })
        .where(and(inBox(tx.t, box), inArray(m.id, ids)))
    if (rows.length > 0) tellAccount(tx, ctx, { id: box.accountId, status: 'mail' })
    return body
  })
}

/** One message is in the trash, or gone for good if it was there. @throws NOT_FOUND, WRONG_STATE */
export async function removeMessage(ctx: CustomerContext, input: z.output<typeof byMessageId>) {
  const box = boxOf(await findMailbox(ctx, input.id))
  const rows = [await findMessage(ctx.store, box, input.messageId)]
  return discard(ctx, box, { rows, body: { ok: true as const } })
}

/** The same for those of the messages that are there. */
export async function removeSeveral(ctx: CustomerContext, input: z.output<typeof removeMessagesInput>) {
  const box = boxOf(await findMailbox(ctx, input.id))
  const rows = await findMessages(ctx, box, input.ids)
  return discard(ctx, box, { rows, body: { changed: rows.length } })
}
