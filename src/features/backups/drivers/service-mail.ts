import type { JobContext } from '#server/context.ts'
import type { CopyRun, OwnedService } from './service-databases.ts'

/** A message as named in an archive. */
type NamedMessage = {
  /** Mailbox address. */
  mailbox: string
  folder: string
  /** File name, unique in the mailbox. */
  file: string
  /** Flags, a letter each as in Maildir. */
  flags: string
}

export type ListedMessage = NamedMessage & {
  writtenAt: Date
  /** Null when it was deleted in the meantime. */
  open(): Promise<Blob | null>
}

/**
 * Access of backups to a service's mailboxes, implemented by the mailboxes feature. Every call of a run is repeatable, also after
 * a
 * crash.
 */
export interface ServiceMail {
  /** Number of mailboxes and total bytes of their messages. */
  measure(ctx: JobContext, service: OwnedService): Promise<{ mailboxes: number; bytes: number }>
  /** All messages, mailbox by mailbox. */
  list(ctx: JobContext, service: OwnedService): AsyncIterable<ListedMessage>
  /** Stages the message for `addMissing`, or skips it if its mailbox no longer exists. */
  stage(
    ctx: JobContext,
    run: CopyRun,
    message: NamedMessage,
    content: AsyncIterable<Uint8Array>,
  ): Promise<void>
  /** Adds staged messages that are missing in their mailbox; later messages stay. */
  addMissing(ctx: JobContext, run: CopyRun): Promise<void>
  /** Removes everything staged. */
  discard(ctx: JobContext, run: CopyRun): Promise<void>
}
