import type { Tx } from '#db/types.ts'

/** A message on its way out. */
export type Departure = {
  /** Null for a report to a stranger, and for what is sent on for a role. */
  owner: { userId: string; accountId: string } | null
  kind: 'message' | 'forward' | 'report'
  /** The envelope's sender; empty for a report. */
  sender: string
  recipients: readonly string[]
  subject: string
  /** From `keep`. */
  file: string
  sizeBytes: number
  /** It waits until then, and can be recalled before by this id. */
  hold?: { until: Date; id: string }
}

/** What leaves: raw messages in `DATA_DIR/mail-queue`, a row and a job for each recipient. */
export interface MailQueue {
  /** The raw message is on the disk for good, for a departure; swept when none follows within an hour. */
  keep(content: AsyncIterable<Uint8Array>): Promise<{ file: string; sizeBytes: number }>
  /** It leaves once `tx` is committed; returns the ids of its rows. @throws TOO_MANY_REQUESTS beyond what an account may send in an hour */
  enqueue(tx: Tx, departure: Departure): Promise<string[]>
  /** What was held under this id leaves for none of its recipients. When false, some of it has begun to leave: `tx` must not be committed. */
  recall(tx: Tx, id: string): Promise<boolean>
}
