import type { Folder } from '#features/mailboxes/contract/rules.ts'
import type { Checks } from '#features/mailboxes/filing/record.ts'
import { type Recording, recordMessage } from '#features/mailboxes/filing/record.ts'
import { warnOf } from '#features/mailboxes/filing/warn.ts'
import type { AccountRow } from '#features/mailboxes/service/rows.ts'
import type { Flags } from '#features/mailboxes/storage/mailboxes.ts'
import type { Deps } from '#server/context.ts'
import { describeMessage } from './describe-message.ts'

/** A message for a mailbox; its content may be read several times. */
export type Arrival = {
  content: () => AsyncIterable<Uint8Array>
  folder?: Folder
  flags?: Partial<Flags>
  checks?: Partial<Checks>
}

type Delivering = Pick<Deps, 'store' | 'now' | 'events' | 'log' | 'mailboxes'>

/** Adds its row now or later: the file is authoritative, and a task finds files without rows. */
export async function recordLater(
  deps: Delivering,
  row: Pick<AccountRow, 'userId' | 'id'>,
  recording: Recording,
): Promise<void> {
  await recordMessage(deps, row, recording).catch((error) =>
    warnOf(deps.log, 'a message has no row yet', error, { account: row.id }),
  )
}

/** Stores the message durably in the account's folder. @throws disk errors; then nothing is left behind */
export async function deliverTo(
  deps: Delivering,
  row: Pick<AccountRow, 'userId' | 'id'>,
  { content, folder = 'inbox', flags = {}, checks = {} }: Arrival,
): Promise<void> {
  const description = { ...(await describeMessage(content)), isReceived: folder !== 'sent' }
  const box = { userId: row.userId, accountId: row.id }
  const filed = await deps.mailboxes.deliver(box, folder, content(), flags)
  await recordLater(deps, row, { filed, folder, flags, checks, description })
}
