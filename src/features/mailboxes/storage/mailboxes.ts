import type { Folder } from '../contract/rules.ts'

/** A mailbox, by its owner and account id. */
export type Box = { userId: string; accountId: string }

/** A message stored durably on disk. */
export type StoredFile = { file: string; sizeBytes: number }

export type Flags = { isSeen: boolean; isAnswered: boolean; isFlagged: boolean }

export type FoundMessage = StoredFile & Flags & { folder: Folder; writtenAt: Date }

/**
 * The messages of mailboxes as files, in Maildir++ below `DATA_DIR/mail/<accountId>`: the inbox in `cur` and `new`, the other
 * folders as `.Drafts`, `.Sent`, `.Archive`, `.Spam` and `.Trash`. The files are authoritative; rows can be rebuilt from them.
 */
export interface Mailboxes {
  /** Stores the message durably (file and folder are synced), or leaves nothing behind. */
  deliver(
    box: Box,
    folder: Folder,
    content: AsyncIterable<Uint8Array>,
    flags?: Partial<Flags>,
  ): Promise<StoredFile>
  /** The same for a complete, synced file on this disk, by hard link. */
  adopt(box: Box, folder: Folder, path: string, flags?: Partial<Flags>): Promise<StoredFile>
  /** Restores an earlier message under its own name from such a file; an existing one stays unchanged. */
  putBack(box: Box, folder: Folder, message: { file: string; path: string; flags: Flags }): Promise<void>
  /** The whole message, whatever its current flags; null when it was removed. */
  read(box: Box, folder: Folder, file: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Null when the file was removed. Found by its current name, which changes with its flags. */
  open(box: Box, folder: Folder, file: string): Promise<Blob | null>
  move(box: Box, file: string, way: { from: Folder; to: Folder }): Promise<void>
  mark(box: Box, folder: Folder, file: string, flags: Flags): Promise<void>
  remove(box: Box, folder: Folder, file: string): Promise<void>
  /** All messages, except in folders of other programs. */
  list(box: Box): AsyncIterable<FoundMessage>
  /** A stamp that changes with the result of `list`, also when another program changes it; empty without a box. */
  stamp(box: Box): Promise<string>
  /** Removes temporary files of deliveries that were interrupted more than an hour ago. */
  sweep(box: Box): Promise<void>
  removeBox(box: Box): Promise<void>
}
