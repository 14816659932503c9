import { Duplicate } from '#db/errors.ts'
import { insertMessage } from '#features/mailboxes/filing/record.ts'
import { replaceMessage } from '#features/mailboxes/filing/replace-message.ts'
import { type AccountRow, lockAccount, type MessageRow } from '#features/mailboxes/service/rows.ts'
import { tellAccount } from '#features/mailboxes/service/tell.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { nilId } from '#shared/schema.ts'
import type { draftOutput } from '../contract.ts'
import type { ReadDraft } from '../reading/read-draft.ts'
import { boxOf, lookForMessage } from '../service/find-mailbox.ts'
import { assertFits, type Content, contentOf, listed, writeDraft } from './content.ts'

/** A draft of a mailbox with everything in it. */
export type Stored = { row: MessageRow; read: ReadDraft; content: Content }

/** How often in a row somebody else may be faster. */
const maxTries = 5

export const wasDeleted = () => notFound('This draft')
const wasSent = () =>
  new DomainError('WRONG_STATE', 'This message is not a draft any more: it was sent or moved.')
const unreadable = () => new DomainError('WRONG_STATE', 'This draft cannot be opened here.')
const busy = () => new DomainError('BUSY', 'This draft is being saved somewhere else. Please try again.')

/** Null when there is none. @throws WRONG_STATE when it was sent, or cannot be read */
async function lookForDraft(ctx: CustomerContext, account: AccountRow, id: string): Promise<Stored | null> {
  const box = boxOf(account)
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const row = await lookForMessage(ctx.store, box, id)
    if (!row) return null
    if (row.folder !== 'drafts') throw wasSent()
    const bytes = await ctx.mailboxes.read(box, 'drafts', row.file)
    // Another file has taken its place between the two.
    if (bytes === null) continue
    const read = await ctx.messageReader.readDraft(bytes)
    if (!read) throw unreadable()
    return { row, read, content: contentOf(read, row) }
  }
  throw busy()
}

/** @throws NOT_FOUND, WRONG_STATE as `lookForDraft` */
export async function findDraft(ctx: CustomerContext, account: AccountRow, id: string): Promise<Stored> {
  const stored = id === nilId ? null : await lookForDraft(ctx, account, id)
  if (!stored) throw wasDeleted()
  return stored
}

/** @throws CONFLICT when it has another version */
export function assertVersion({ content }: Stored, baseVersion: string | undefined): void {
  if (baseVersion === undefined || baseVersion === content.version) return
  throw new DomainError('CONFLICT', 'This draft was changed somewhere else in the meantime.', {
    details: { currentVersion: content.version },
  })
}

class Overtaken extends Error {}

type Saved = Answered<Answer<typeof draftOutput>>

export const chunks = async function* (bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

async function put(
  ctx: CustomerContext,
  account: AccountRow,
  { id, old, content }: { id: string; old: MessageRow | null; content: Content },
): Promise<Saved> {
  const box = boxOf(account)
  const { raw, described } = await writeDraft({ id, from: account.email, date: ctx.now() }, content)
  assertFits(account, raw.length, old?.sizeBytes)
  const read = await ctx.messageReader.readDraft(new Uint8Array(raw))
  const filed = await ctx.mailboxes.deliver(box, 'drafts', chunks(raw), { isSeen: true })
  try {
    const answer = await mutate(ctx, async (tx) => {
      await lockAccount(tx, ctx, account.id)
      const place = { userId: box.userId, id: box.accountId }
      const isStored = old
        ? await replaceMessage(tx, ctx, old, { filed, folder: 'drafts', described })
        : await insertMessage(tx, ctx, place, {
            id,
            filed,
            folder: 'drafts',
            description: { described, isReceived: false },
            flags: { isSeen: true },
          })
      if (!isStored) throw new Overtaken()
      tellAccount(tx, ctx, { id: account.id, status: 'mail' })
      const attachments = listed(read?.attachments ?? [])
      return { id, version: content.version, savedAt: ctx.now(), size: raw.length, attachments }
    })
    if (old) await ctx.mailboxes.remove(box, 'drafts', old.file)
    return answer
  } catch (error) {
    await ctx.mailboxes.remove(box, 'drafts', filed.file)
    throw error
  }
}

/**
 * A draft is what `change` makes of it, its file and its row, both or neither; whoever is faster goes first. `change` gets null
 * for one that is not there yet.
 * @throws what `change` throws, WRONG_STATE, TOO_LARGE, BUSY
 */
export async function rewrite(
  ctx: CustomerContext,
  account: AccountRow,
  { id, change }: { id: string; change: (stored: Stored | null) => Promise<Content> | Content },
): Promise<Saved> {
  if (id === nilId) throw wasDeleted()
  for (let tries = 1; ; tries += 1) {
    const stored = await lookForDraft(ctx, account, id)
    try {
      return await put(ctx, account, { id, old: stored?.row ?? null, content: await change(stored) })
    } catch (error) {
      if (!(error instanceof Overtaken || error instanceof Duplicate)) throw error
      if (tries === maxTries) throw busy()
    }
  }
}
