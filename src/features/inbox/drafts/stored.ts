import { Duplicate } from '#db/errors.ts'
import { insertMessage } from '#features/mailboxes/filing/record.ts'
import { replaceMessage } from '#features/mailboxes/filing/replace-message.ts'
import { publishAccount } from '#features/mailboxes/service/publish-account.ts'
import { type AccountRow, lockAccount, type MessageRow } from '#features/mailboxes/service/rows.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { nilId } from '#shared/schema.ts'
import type { draftOutput } from '../contract.ts'
import type { ReadDraft } from '../reading/read-draft.ts'
import { boxOf, loadMessage } from '../service/find-mailbox.ts'
import { assertFits, type Content, contentOf, listed, writeDraft } from './content.ts'

/** A complete draft of a mailbox. */
export type StoredDraft = { row: MessageRow; read: ReadDraft; content: Content }

/** Tries before a draft with concurrent saves counts as busy. */
const maxTries = 5

export const wasDeleted = () => notFound('This draft')
const wasSent = () =>
  new DomainError('WRONG_STATE', 'This message is no longer a draft: it was sent or moved.')
const unreadable = () => new DomainError('WRONG_STATE', 'This draft cannot be opened here.')
const busy = () =>
  new DomainError('BUSY', 'This draft is being saved in another window or app. Please try again.')

/** Null when it does not exist. @throws WRONG_STATE when it was sent, or is unreadable */
async function loadDraft(ctx: CustomerContext, account: AccountRow, id: string): Promise<StoredDraft | null> {
  const box = boxOf(account)
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const row = await loadMessage(ctx.store, box, id)
    if (!row) return null
    if (row.folder !== 'drafts') throw wasSent()
    const bytes = await ctx.mailboxes.read(box, 'drafts', row.file)
    // The file was replaced after the row was read.
    if (bytes === null) continue
    const read = await ctx.messageReader.readDraft(bytes)
    if (!read) throw unreadable()
    return { row, read, content: contentOf(read, row) }
  }
  throw busy()
}

/** @throws NOT_FOUND, WRONG_STATE as `loadDraft` does */
export async function findDraft(ctx: CustomerContext, account: AccountRow, id: string): Promise<StoredDraft> {
  const stored = id === nilId ? null : await loadDraft(ctx, account, id)
  if (!stored) throw wasDeleted()
  return stored
}

/** @throws CONFLICT when it has another version */
export function assertVersion({ content }: StoredDraft, baseVersion: string | undefined): void {
  if (baseVersion === undefined || baseVersion === content.version) return
  throw new DomainError('CONFLICT', 'This draft was changed in another window or app.', {
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
      publishAccount(tx, ctx, { id: account.id, status: 'mail' })
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
 * Replaces file and row of a draft by the result of `change`, both or neither; retries when another save was faster. `change`
 * gets null for a draft that does not exist.
 * @throws errors of `change`, WRONG_STATE, TOO_LARGE, BUSY
 */
export async function rewrite(
  ctx: CustomerContext,
  account: AccountRow,
  { id, change }: { id: string; change: (stored: StoredDraft | null) => Promise<Content> | Content },
): Promise<Saved> {
  if (id === nilId) throw wasDeleted()
  for (let tries = 1; ; tries += 1) {
    const stored = await loadDraft(ctx, account, id)
    try {
      return await put(ctx, account, { id, old: stored?.row ?? null, content: await change(stored) })
    } catch (error) {
      if (!(error instanceof Overtaken || error instanceof Duplicate)) throw error
      if (tries === maxTries) throw busy()
    }
  }
}
