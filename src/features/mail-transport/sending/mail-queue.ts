import type { Tx } from '#db/types.ts'

/** An outgoing message. */
export type Departure = {
  /** Null for a report to an outside sender, and for mail forwarded for a role. */
  owner: { userId: string; accountId: string } | null
  kind: 'message' | 'forward' | 'report'
  /** The envelope sender; empty for a report. */
  sender: string
  recipients: readonly string[]
  subject: string
  /** From `store`. */
  file: string
  sizeBytes: number
  /** Queued until then, and can be recalled by this id before. */
  hold?: { until: Date; id: string }
}

/** The mail queue: raw messages in `DATA_DIR/mail-queue`, a row and a job for each recipient. */
export interface MailQueue {
  /** Stores the raw message durably for a departure; removed when none follows within an hour. */
  store(content: AsyncIterable<Uint8Array>): Promise<{ file: string; sizeBytes: number }>
  /** Queues it when `tx` commits; returns the ids of its rows. @throws TOO_MANY_REQUESTS beyond the account's hourly limit */
  enqueue(tx: Tx, departure: Departure): Promise<string[]>
  /** Recalls the message with this id for all recipients. When false, delivery has begun for some: do not commit `tx`. */
  recall(tx: Tx, id: string): Promise<boolean>
}
