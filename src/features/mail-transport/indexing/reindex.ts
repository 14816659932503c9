import { and, eq } from 'drizzle-orm'
import { recordMessage } from '#features/mailboxes/filing/record.ts'
import { removeMessages } from '#features/mailboxes/filing/remove-messages.ts'
import { updateMessages } from '#features/mailboxes/filing/update-messages.ts'
import type { AccountKey, MessageRow } from '#features/mailboxes/service/rows.ts'
import { isOwnName } from '#features/mailboxes/storage/file-names.ts'
import type { FoundMessage } from '#features/mailboxes/storage/mailboxes.ts'
import type { Deps } from '#server/context.ts'
import { minute } from '#shared/time.ts'
import { describeMessage } from '../delivery/describe-message.ts'

/** A delivery adds the row of its file itself: only files without one after this time are indexed. */
const youngMs = minute
const perChange = 500

type Indexing = Pick<Deps, 'store' | 'now' | 'events' | 'mailboxes'>
type BoxContents = { rows: readonly MessageRow[]; files: ReadonlyMap<string, FoundMessage> }

const readRows = ({ store }: Indexing, { userId, id }: AccountKey): Promise<MessageRow[]> => {
  const { emailMessages: m } = store.t
  return store.read
    .select()
    .from(m)
    .where(and(eq(m.userId, userId), eq(m.accountId, id)))
}

const listFiles = async (
  { mailboxes }: Indexing,
  { userId, id }: AccountKey,
): Promise<Map<string, FoundMessage>> => {
  const files = new Map<string, FoundMessage>()
  for await (const each of mailboxes.list({ userId, accountId: id })) files.set(each.file, each)
  return files
}

/** Completes an interrupted draft save: removes the old file, or points the row to the new one. */
const isLeftOver = (
  { folder, file }: FoundMessage,
  { draftId }: { draftId: string | null },
  { rows, files }: BoxContents,
): boolean => {
  if (!isOwnName(file) || (folder !== 'drafts' && folder !== 'sent')) return false
  const row = rows.find(({ id }) => id === draftId)
  return row !== undefined && files.has(row.file)
}

async function addRow(
  deps: Indexing,
  place: AccountKey,
  found: FoundMessage,
  all: BoxContents,
): Promise<void> {
  const { folder, file, sizeBytes, writtenAt, isSeen, isAnswered, isFlagged } = found
  const box = { userId: place.userId, accountId: place.id }
  const content = await deps.mailboxes.open(box, folder, file)
  if (!content) return
  const description = await describeMessage(() => content.stream())
  if (isLeftOver(found, description, all)) return deps.mailboxes.remove(box, folder, file)
  await recordMessage(deps, place, {
    filed: { file, sizeBytes },
    folder,
    flags: { isSeen, isAnswered, isFlagged },
    description,
    receivedAt: writtenAt,
  })
}

const differs = (row: MessageRow, found: FoundMessage): boolean =>
  row.folder !== found.folder ||
  row.isSeen !== found.isSeen ||
  row.isAnswered !== found.isAnswered ||
  row.isFlagged !== found.isFlagged

/** Folders and flags as other programs left them. */
const updateRows = (deps: Indexing, changed: [MessageRow, FoundMessage][]): Promise<void> =>
  deps.store.tx(async (tx) => {
    for (const [row, changes] of changed) await updateMessages(tx, deps, row, { rows: [row], changes })
  })

/**
 * Syncs the rows of an account with its files: adds missing rows, removes rows without a file, and updates folders and flags.
 * Returns whether files were skipped because they are too young.
 */
export async function reindexBox(
  deps: Indexing,
  place: AccountKey,
  { isPatient = true } = {},
): Promise<{ changes: number; isUnsettled: boolean }> {
  const rows = await readRows(deps, place)
  const files = await listFiles(deps, place)
  const known = new Set(rows.map(({ file }) => file))
  const isYoung = (at: Date) => isPatient && Math.abs(deps.now().getTime() - at.getTime()) < youngMs
  const fresh = [...files.values()].filter(({ file }) => !known.has(file))
  const missing = fresh.filter(({ file, writtenAt }) => !isOwnName(file) || !isYoung(writtenAt))
  for (const found of missing) await addRow(deps, place, found, { rows, files })
  const changed = rows.flatMap((row): [MessageRow, FoundMessage][] => {
    const found = files.get(row.file)
    return found && differs(row, found) ? [[row, found]] : []
  })
  for (let at = 0; at < changed.length; at += perChange)
    await updateRows(deps, changed.slice(at, at + perChange))
  let lost = rows.filter(({ file }) => !files.has(file))
  if (lost.length > 0) {
    // A file that is moved during the scan may be missing from both folders.
    const again = await listFiles(deps, place)
    lost = lost.filter(({ file }) => !again.has(file))
    for (let at = 0; at < lost.length; at += perChange)
      await removeMessages(deps, lost.slice(at, at + perChange))
  }
  if (changed.length + lost.length > 0)
    deps.events.publish({ userId: place.userId, kind: 'email', id: place.id, status: 'mail' })
  return {
    changes: missing.length + changed.length + lost.length,
    isUnsettled: missing.length < fresh.length,
  }
}
