import type { z } from 'zod'
import type { CustomerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { openMessageInput, openMessageOutput } from '../contract.ts'
import type { MessageRow } from '../service/rows.ts'
import { boxOf, findMailbox, findMessage } from './find-mailbox.ts'
import { presentMessage } from './present.ts'

type Input = { id: string; messageId: string }

/** The file of a message that its row leads to. @throws NOT_FOUND also when another program has removed the file */
export async function openFile(
  ctx: CustomerContext,
  { id, messageId }: Input,
): Promise<{ row: MessageRow; file: Blob }> {
  const box = boxOf(await findMailbox(ctx, id))
  const row = await findMessage(ctx, box, { id: messageId })
  const file = await ctx.mailboxes.open(box, row.folder, row.file)
  if (file === null) throw notFound('This message')
  return { row, file }
}

/** The bytes of a message. @throws NOT_FOUND also when it is removed meanwhile */
export async function readBytes(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await file.arrayBuffer().catch(() => {
      throw notFound('This message')
    }),
  )
}

/** A message as it is read, which changes nothing about it. @throws NOT_FOUND, WRONG_STATE, UNAVAILABLE */
export async function openMessage(
  ctx: CustomerContext,
  { remote, ...place }: z.output<typeof openMessageInput>,
): Promise<Answer<typeof openMessageOutput>> {
  const { row, file } = await openFile(ctx, place)
  const { references: _, ...read } = await ctx.messageReader.read(await readBytes(file), { remote })
  const { spf, dkim, dmarc, spamReasons } = row
  return { ...presentMessage(row), ...read, checks: { spf, dkim, dmarc }, spamReasons: spamReasons ?? [] }
}
