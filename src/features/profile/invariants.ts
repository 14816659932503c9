import { and, eq, isNotNull, notExists, sql } from 'drizzle-orm'
import type { Invariant } from '#server/feature.ts'

/** What must hold of profiles whatever happened. */
export const invariants: readonly Invariant[] = [
  {
    name: 'profile: a photo that is shown is kept',
    count({ read, t: { users, photos } }) {
      const isShown = eq(sql`'/api/objects/' || ${photos.id}`, users.profileImageUrl)
      const shown = read
        .select({ id: photos.id })
        .from(photos)
        .where(and(eq(photos.userId, users.id), eq(photos.status, 'kept'), isShown))
      return read.$count(users, and(isNotNull(users.profileImageUrl), notExists(shown)))
    },
  },
]
