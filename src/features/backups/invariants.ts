import { and, asc, eq, gt } from 'drizzle-orm'
import type { Store } from '#db/types.ts'
import type { Invariant } from '#server/feature.ts'
import { isFileAs } from '#server/system/disk.ts'
import { archivePath } from './folders.ts'

const pageSize = 500

/** Completed backups whose archive is missing or does not match the row. */
async function countMissingArchives({ read, t: { backups } }: Store, dataDir: string): Promise<number> {
  const isCompleted = eq(backups.status, 'completed')
  let missing = 0
  let last: string | undefined
  for (;;) {
    const page = await read
      .select({ id: backups.id, fileSize: backups.fileSize, sha256: backups.sha256 })
      .from(backups)
      .where(and(isCompleted, last === undefined ? undefined : gt(backups.id, last)))
      .orderBy(asc(backups.id))
      .limit(pageSize)
    for (const backup of page) {
      if (await isFileAs(archivePath(dataDir, backup.id), backup)) continue
      // Its row may have been deleted since.
      missing += await read.$count(backups, and(isCompleted, eq(backups.id, backup.id)))
    }
    last = page.at(-1)?.id
    if (page.length < pageSize) return missing
  }
}

export const invariants: readonly Invariant[] = [
  { name: 'every completed backup has its archive', count: countMissingArchives },
]
