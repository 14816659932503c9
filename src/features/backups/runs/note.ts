import { countText } from '#shared/text/count-text.ts'
import { withContents } from '../archive/contents.ts'
import type { AbsentItem } from '../archive/manifest.ts'
import { archivePath } from '../folders.ts'
import type { BackupRow } from '../service/present.ts'

type NoteContents = {
  mailboxes: number
  held: readonly unknown[]
  absent: readonly Pick<AbsentItem, 'database' | 'why'>[]
}

const mostNamed = 3

/** `shop, which has not been created yet; blog, which …` */
export function listAbsent(absent: NoteContents['absent']): string {
  const named = absent.slice(0, mostNamed).map(({ database, why }) => `${database}, ${why}`)
  const more = absent.length - named.length
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join('; ')
}

/** `Files · 1 database · 2 mailboxes` */
function holdsText(
  { backupType }: Pick<BackupRow, 'backupType'>,
  { held, absent, mailboxes }: NoteContents,
): string {
  const databases = countText(held.length, 'database')
  if (backupType === 'database') return held.length > 0 ? databases : 'No databases'
  const parts = [
    'Files',
    held.length > 0 && databases,
    mailboxes > 0 && countText(mailboxes, 'mailbox', 'mailboxes'),
    held.length + absent.length === 0 && 'no databases',
  ]
  return parts.filter(Boolean).join(' · ')
}

/** The contents note of a completed backup; null for files only. */
export function noteOf(backup: Pick<BackupRow, 'backupType'>, contents: NoteContents): string | null {
  if (backup.backupType === 'files') return null
  const holds = holdsText(backup, contents)
  return contents.absent.length > 0 ? `${holds}. Not included: ${listAbsent(contents.absent)}.` : holds
}

/** The same, read from its archive. @throws Damaged, Missing */
export const readNote = (dataDir: string, backup: BackupRow): Promise<string | null> =>
  withContents(archivePath(dataDir, backup.id), async ({ databases, mailboxes }) =>
    noteOf(backup, { ...(await databases()), mailboxes }),
  )
