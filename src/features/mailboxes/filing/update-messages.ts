import { and, inArray } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import type { Folder } from '../contract/rules.ts'
import { inBox, type MessageRow } from '../service/rows.ts'
import type { Box, Flags } from '../storage/mailboxes.ts'

type Update = {
  rows: readonly MessageRow[]
  changes: { [Flag in keyof Flags]?: boolean | undefined } & { folder?: Folder | undefined }
}

/** Marks messages of one mailbox, and moves them when their folder changes. */
export async function updateMessages(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  box: Box,
  { rows, changes: { folder, isSeen, isAnswered, isFlagged } }: Update,
): Promise<void> {
  const { emailMessages: m } = tx.t
  const those = (some: readonly MessageRow[]) =>
    and(
      inBox(tx.t, box),
      inArray(
        m.id,
        some.map(({ id }) => id),
      ),
    )
  const isMarked = [isSeen, isAnswered, isFlagged].some((flag) => flag !== undefined)
  if (isMarked && rows.length > 0)
    await tx.update(m).set({ isSeen, isAnswered, isFlagged }).where(those(rows))
  const moved = rows.filter((row) => folder !== undefined && row.folder !== folder)
  if (moved.length > 0) await tx.update(m).set({ folder, filedAt: now() }).where(those(moved))
}
