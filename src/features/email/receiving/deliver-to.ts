import type { Deps } from '#server/context.ts'
import type { Folder } from '../contract/rules.ts'
import type { AccountRow } from '../service/rows.ts'
import type { Flags } from '../storage/mailboxes.ts'

type Arrival = {
  content: () => AsyncIterable<Uint8Array>
  folder?: Folder
  flags?: Partial<Flags>
}

/** The message is in the mailbox. */
export async function deliverTo(
  { mailboxes }: Pick<Deps, 'mailboxes'>,
  { id, userId }: AccountRow,
  { content, folder = 'inbox', flags }: Arrival,
): Promise<void> {
  await mailboxes.deliver({ userId, accountId: id }, folder, content(), flags)
}
