import { and, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { Source } from '#db/types.ts'
import { removeMessages } from '#features/mailboxes/filing/remove-messages.ts'
import { updateMessages } from '#features/mailboxes/filing/update-messages.ts'
import { publishAccount } from '#features/mailboxes/service/publish-account.ts'
import { inBox, type MessageRow } from '#features/mailboxes/service/rows.ts'
import type { Box } from '#features/mailboxes/storage/mailboxes.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { only } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type {
  byMessageId,
  changedMessagesOutput,
  changeMessageInput,
  changeMessagesInput,
  messageOutput,
  removeMessagesInput,
} from '../contract.ts'
import { boxOf, findMailbox, findMessage } from './find-mailbox.ts'
import { presentMessage } from './present.ts'

type Changes = Pick<z.output<typeof changeMessageInput>, 'isSeen' | 'isFlagged' | 'folder'>

/** The existing ones among these messages. */
const findMessages = async ({ read, t }: Source, box: Box, ids: readonly string[]): Promise<MessageRow[]> =>
  read
    .select()
    .from(t.emailMessages)
    .where(and(inBox(t, box), inArray(t.emailMessages.id, [...ids])))

/** Files first: they are authoritative, and rows are repaired from them after a crash. */
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

/** Changes the messages and answers with `present` of their new rows. */
async function change<T>(
  ctx: CustomerContext,
  box: Box,
  { rows, changes, present }: Change & { present: (rows: MessageRow[]) => T },
) {
  await changeFiles(ctx, box, { rows, changes })
  return mutate(ctx, async (tx) => {
    await updateMessages(tx, ctx, box, { rows, changes })
    const ids = rows.map(({ id }) => id)
    const changed = await findMessages(tx, box, ids)
    if (rows.length > 0) publishAccount(tx, ctx, { id: box.accountId, status: 'mail' })
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

/** Marks or moves the existing ones among the messages. */
export async function changeMessages(
  ctx: CustomerContext,
  { id, ids, ...changes }: z.output<typeof changeMessagesInput>,
) {
  const box = boxOf(await findMailbox(ctx, id))
  const rows = await findMessages(ctx.store, box, ids)
  const present = (changed: MessageRow[]): Answer<typeof changedMessagesOutput> => ({
    changed: changed.length,
  })
  return change(ctx, box, { rows, changes, present })
}

/** Moves messages to the trash; those already there are permanently deleted. Answers with `body`. */
async function discard<T>(
  ctx: CustomerContext,
  box: Box,
  { rows, body }: { rows: MessageRow[]; body: T },
): Promise<Answered<T>> {
  const isTrash = ({ folder }: MessageRow) => folder === 'trash'
  const others = rows.filter((row) => !isTrash(row))
  await removeMessages(ctx, rows.filter(isTrash))
  await changeFiles(ctx, box, { rows: others, changes: { folder: 'trash' } })
  return mutate(ctx, async (tx) => {
    await updateMessages(tx, ctx, box, { rows: others, changes: { folder: 'trash' } })
    if (rows.length > 0) publishAccount(tx, ctx, { id: box.accountId, status: 'mail' })
    return body
  })
}

/** Moves one message to the trash, or permanently deletes it there. @throws NOT_FOUND, WRONG_STATE */
export async function removeMessage(ctx: CustomerContext, input: z.output<typeof byMessageId>) {
  const box = boxOf(await findMailbox(ctx, input.id))
  const rows = [await findMessage(ctx.store, box, input.messageId)]
  return discard(ctx, box, { rows, body: { ok: true as const } })
}

/** The same for the existing ones among these messages. */
export async function removeSeveral(ctx: CustomerContext, input: z.output<typeof removeMessagesInput>) {
  const box = boxOf(await findMailbox(ctx, input.id))
  const rows = await findMessages(ctx.store, box, input.ids)
  return discard(ctx, box, { rows, body: { changed: rows.length } })
}
