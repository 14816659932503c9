import type { JobContext } from '#server/context.ts'
import type { CopyRun, OwnedService } from './service-databases.ts'

/** A message as an archive names it. */
type NamedMessage = {
  /** The address of its mailbox. */
  mailbox: string
  folder: string
  /** Its name in the mailbox, which no other message there has. */
  file: string
  /** Marks that its owner has put on it, a letter each as in Maildir. */
  flags: string
}

export type ListedMessage = NamedMessage & {
  writtenAt: Date
  /** Null when it was deleted meanwhile. */
  open(): Promise<Blob | null>
}

/**
 * The mailboxes of services as far as backups are concerned; the feature of email provides it. Whatever is done for a run may be
 * called again, after a crash too.
 */
export interface ServiceMail {
  /** How many mailboxes the service has, and what is in them. */
  measure(ctx: JobContext, service: OwnedService): Promise<{ mailboxes: number; bytes: number }>
  /** Mailbox by mailbox. */
  list(ctx: JobContext, service: OwnedService): AsyncIterable<ListedMessage>
  /** The message is kept apart for `putIn`, or left out because its mailbox exists no more. */
  stage(
    ctx: JobContext,
    run: CopyRun,
    message: NamedMessage,
    content: AsyncIterable<Uint8Array>,
  ): Promise<void>
  /** Messages that were staged and are not in their mailbox are there again; what arrived since stays. */
  putIn(ctx: JobContext, run: CopyRun): Promise<void>
  /** Nothing that was staged is left. */
  discard(ctx: JobContext, run: CopyRun): Promise<void>
}
