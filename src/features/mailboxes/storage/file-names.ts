import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Folder } from '../contract/rules.ts'
import type { Flags } from './mailboxes.ts'

/** The folders of Maildir++; the inbox is the root. */
export const folderNames: Record<Folder, string> = {
  inbox: '',
  drafts: '.Drafts',
  sent: '.Sent',
  archive: '.Archive',
  spam: '.Spam',
  trash: '.Trash',
}

const host = hostname().replaceAll('/', String.raw`\057`).replaceAll(':', String.raw`\072`)
let counter = 0

/** A unique file name that includes the size, so that no stat is needed (as Dovecot reads it). */
export function newName(now: Date, sizeBytes: number): string {
  counter += 1
  const seconds = Math.floor(now.getTime() / 1_000)
  const micros = (now.getTime() % 1_000) * 1_000
  const unique = `M${micros}P${process.pid}Q${counter}R${randomBytes(6).toString('hex')}`
  return `${seconds}.${unique}.${host},S=${sizeBytes},W=${sizeBytes}`
}

/** Whether the portal named this file; its delivery adds the row. Files of other programs have no delivery in progress. */
export const isOwnName = (file: string): boolean => /^\d+\.M\d+P\d+Q\d+R[\da-f]{12}\./.test(file)

const infoMark = ':2,'
// File names of mail programs; others are no messages.
const isName = /^[!-\-0-~][!-.0-~]{0,249}$/

/** Flag letters in ASCII order, as Maildir requires; those of other programs stay. */
export function withFlags(base: string, { isSeen, isAnswered, isFlagged }: Flags, others = ''): string {
  const letters = `${isFlagged ? 'F' : ''}${isAnswered ? 'R' : ''}${isSeen ? 'S' : ''}${others}`
  return base + infoMark + [...letters].toSorted().join('')
}

export type ReadName = Flags & {
  file: string
  others: string
  sizeBytes: number | null
  writtenAt: Date | null
}

/** The parts of a file name; null when it is no message. */
export function readName(name: string): ReadName | null {
  if (!isName.test(name)) return null
  const at = name.indexOf(infoMark)
  const file = at < 0 ? name : name.slice(0, at)
  const letters = at < 0 ? '' : name.slice(at + infoMark.length)
  const [, size] = /,S=(\d{1,12})(?:,|$)/.exec(file) ?? []
  const [, seconds] = /^(\d{9,11})\./.exec(file) ?? []
  return {
    file,
    isSeen: letters.includes('S'),
    isAnswered: letters.includes('R'),
    isFlagged: letters.includes('F'),
    others: letters.replace(/[FRS]/g, ''),
    sizeBytes: size === undefined ? null : Number(size),
    writtenAt: seconds === undefined ? null : new Date(Number(seconds) * 1_000),
  }
}

const noFlags: Flags = { isSeen: false, isAnswered: false, isFlagged: false }

/** The most likely names of a file in `cur`. */
export function likelyNames(base: string): string[] {
  const either = [false, true]
  return either.flatMap((isFlagged) =>
    either.flatMap((isAnswered) =>
      either.map((isSeen) => withFlags(base, { ...noFlags, isSeen, isAnswered, isFlagged })),
    ),
  )
}
