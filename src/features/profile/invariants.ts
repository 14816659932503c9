import { join } from 'node:path'
import { and, asc, eq, gt, isNotNull, isNull, notExists, sql } from 'drizzle-orm'
import type { Store } from '#db/types.ts'
import type { Invariant } from '#server/feature.ts'
import { isFileAs } from '#server/system/disk.ts'
import { objectKey } from './service/photo-address.ts'

const pageSize = 500

/** The photo that its owner's profile names. */
const isNamed = ({ users, photos }: Store['t']) =>
  and(eq(photos.userId, users.id), eq(sql`'/api/objects/' || ${photos.id}`, users.profileImageUrl))

/** Whether a listed photo has its bytes, or has been removed by now. */
async function isWhole(
  { read, t: { photos } }: Store,
  dataDir: string,
  { id, fileSize, sha256 }: { id: string; fileSize: number | null; sha256: string | null },
): Promise<boolean> {
  const path = join(dataDir, 'objects', objectKey(id))
  if (await isFileAs(path, { fileSize: fileSize ?? -1, sha256 })) return true
  return (await read.$count(photos, and(eq(photos.id, id), eq(photos.status, 'kept')))) === 0
}

async function countWithoutBytes(store: Store, dataDir: string): Promise<number> {
  const { id, fileSize, sha256, status, place } = store.t.photos
  const isHere = and(eq(status, 'kept'), eq(place, 'disk'))
  let broken = 0
  for (let last: string | undefined; ; ) {
    const page = await store.read
      .select({ id, fileSize, sha256 })
      .from(store.t.photos)
      .where(last === undefined ? isHere : and(isHere, gt(id, last)))
      .orderBy(asc(id))
      .limit(pageSize)
    for (const photo of page) if (!(await isWhole(store, dataDir, photo))) broken += 1
    last = page.at(-1)?.id
    if (page.length < pageSize) return broken
  }
}

/** Invariants of profiles and photos. */
export const invariants: readonly Invariant[] = [
  {
    name: 'profile: a shown photo is stored',
    count({ read, t }) {
      const { users, photos } = t
      const shown = read
        .select({ id: photos.id })
        .from(photos)
        .where(and(eq(photos.status, 'kept'), isNamed(t)))
      return read.$count(users, and(isNotNull(users.profileImageUrl), notExists(shown)))
    },
  },
  {
    name: 'profile: a permanent photo is shown',
    count({ read, t }) {
      const { users, photos } = t
      const owner = read.select({ id: users.id }).from(users).where(isNamed(t))
      const isForGood = and(eq(photos.status, 'kept'), isNull(photos.expiresAt))
      return read.$count(photos, and(isForGood, notExists(owner)))
    },
  },
  { name: 'profile: a photo on disk has its bytes', count: countWithoutBytes },
]
