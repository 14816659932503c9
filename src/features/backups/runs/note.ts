import { countText } from '#shared/text/count-text.ts'
import { listWords } from '#shared/text/list-words.ts'
import { withContents } from '../archive/contents.ts'
import type { AbsentItem } from '../archive/manifest.ts'
import { archivePath } from '../folders.ts'
import type { BackupRow } from '../service/present.ts'

type Held = {
  mailboxes: number
  held: readonly unknown[]
  absent: readonly Pick<AbsentItem, 'database' | 'why'>[]
}

const mostNamed = 3

/** `shop, which has not been made yet; blog, which …` */
export function listAbsent(absent: Held['absent']): string {
  const named = absent.slice(0, mostNamed).map(({ database, why }) => `${database}, ${why}`)
  const more = absent.length - named.length
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join('; ')
}

function holdsText({ backupType }: Pick<BackupRow, 'backupType'>, { held, absent, mailboxes }: Held): string {
  const databases = countText(held.length, 'database')
  if (backupType === 'database') return held.length > 0 ? `Holds ${databases}.` : 'There were no databases.'
  const mail = mailboxes > 0 ? [countText(mailboxes, 'mailbox', 'mailboxes')] : []
  const holds = `Holds ${listWords(['the files', ...(held.length > 0 ? [databases] : []), ...mail])}.`
  return held.length + absent.length > 0 ? holds : `${holds} This service had no databases.`
}

/** What a completed backup says of itself; nothing when it is of files alone. */
export function noteOf(backup: Pick<BackupRow, 'backupType'>, contents: Held): string | null {
  if (backup.backupType === 'files') return null
  const holds = holdsText(backup, contents)
  return contents.absent.length > 0 ? `${holds} Not in it: ${listAbsent(contents.absent)}.` : holds
}

/** The same, as its archive says. @throws Damaged, Missing */
export const readNote = (dataDir: string, backup: BackupRow): Promise<string | null> =>
  withContents(archivePath(dataDir, backup.id), async ({ databases, mailboxes }) =>
    noteOf(backup, { ...(await databases()), mailboxes }),
  )
