import type { z } from 'zod'
import type { MessageRow } from '#features/mailboxes/service/rows.ts'
import type { CustomerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { openMessageInput, openMessageOutput } from '../contract.ts'
import { boxOf, findMailbox, findMessage } from './find-mailbox.ts'
import { presentMessage } from './present.ts'

type Input = { id: string; messageId: string }

async function findOwn(ctx: CustomerContext, { id, messageId }: Input) {
  const box = boxOf(await findMailbox(ctx, id))
  return { box, row: await findMessage(ctx.store, box, messageId) }
}

/** A message with its file, for streaming. @throws NOT_FOUND also when another program removed it */
export async function openOwn(ctx: CustomerContext, place: Input): Promise<{ row: MessageRow; file: Blob }> {
  const { box, row } = await findOwn(ctx, place)
  const file = await ctx.mailboxes.open(box, row.folder, row.file)
  if (file === null) throw notFound('This message')
  return { row, file }
}

/** A message with its original bytes. @throws NOT_FOUND also when another program removed the file */
export async function readOwn(
  ctx: CustomerContext,
  place: Input,
): Promise<{ row: MessageRow; bytes: Uint8Array<ArrayBuffer> }> {
  const { box, row } = await findOwn(ctx, place)
  const bytes = await ctx.mailboxes.read(box, row.folder, row.file)
  if (bytes === null) throw notFound('This message')
  return { row, bytes }
}

/** A message with its content; does not mark it as read. @throws NOT_FOUND, WRONG_STATE, UNAVAILABLE */
export async function openMessage(
  ctx: CustomerContext,
  { remote, ...place }: z.output<typeof openMessageInput>,
): Promise<Answer<typeof openMessageOutput>> {
  const { row, bytes } = await readOwn(ctx, place)
  const { references: _, ...read } = await ctx.messageReader.read(bytes, { remote })
  const { spf, dkim, dmarc, spamReasons } = row
  return { ...presentMessage(row), ...read, checks: { spf, dkim, dmarc }, spamReasons: spamReasons ?? [] }
}
