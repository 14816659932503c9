import type { MessageRow } from '#features/mailboxes/service/rows.ts'
import type { Answer } from '#shared/schema.ts'
import type { messageOutput } from '../contract.ts'

export const presentMessage = (row: MessageRow): Answer<typeof messageOutput> => ({
  id: row.id,
  folder: row.folder,
  threadId: row.threadId,
  from: { name: row.fromName, address: row.fromAddress },
  to: row.toText,
  subject: row.subject,
  snippet: row.snippet,
  size: row.sizeBytes,
  attachmentCount: row.attachmentCount,
  isSeen: row.isSeen,
  isAnswered: row.isAnswered,
  isFlagged: row.isFlagged,
  receivedAt: row.receivedAt,
})
