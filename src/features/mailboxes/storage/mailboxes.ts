import type { Folder } from '../contract/rules.ts'

/** A mailbox, by its owner and the id of its account. */
export type Box = { userId: string; accountId: string }

/** A message that is safely on the disk. */
export type Filed = { file: string; sizeBytes: number }

export type Flags = { isSeen: boolean; isAnswered: boolean; isFlagged: boolean }

export type FoundMessage = Filed & Flags & { folder: Folder; writtenAt: Date }

/**
 * The messages of mailboxes as files, in Maildir++ below `DATA_DIR/mail/<accountId>`: the inbox in `cur` and `new`, the other
 * folders as `.Drafts`, `.Sent`, `.Archive`, `.Spam` and `.Trash`. The files are the truth; rows are made again from them.
 */
export interface Mailboxes {
  /** The message is in the folder for good (its file and the folder are synced), or nothing of it is left. */
  deliver(
    box: Box,
    folder: Folder,
    content: AsyncIterable<Uint8Array>,
    flags?: Partial<Flags>,
  ): Promise<Filed>
  /** The same with a file of this disk that is complete and synced: both are one file from then on. */
  adopt(box: Box, folder: Folder, path: string, flags?: Partial<Flags>): Promise<Filed>
  /** A message that once was in the box is there again under its own name, from such a file; one that is there is left alone. */
  putBack(box: Box, folder: Folder, message: { file: string; path: string; flags: Flags }): Promise<void>
  /** The whole message, under whatever flags it lies there meanwhile; null when it is gone. */
  read(box: Box, folder: Folder, file: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Null when the file is gone. It is found by its name of this moment, which changes with its flags. */
  open(box: Box, folder: Folder, file: string): Promise<Blob | null>
  move(box: Box, file: string, way: { from: Folder; to: Folder }): Promise<void>
  mark(box: Box, folder: Folder, file: string, flags: Flags): Promise<void>
  remove(box: Box, folder: Folder, file: string): Promise<void>
  /** Everything in it, the folders of other programs left out. */
  list(box: Box): AsyncIterable<FoundMessage>
  /** Another text after every change of what `list` gives, by whomever; empty while there is no box. */
  stamp(box: Box): Promise<string>
  /** Drafts of deliveries that were cut off more than an hour ago are gone. */
  sweep(box: Box): Promise<void>
  removeBox(box: Box): Promise<void>
}
