import { and, eq } from 'drizzle-orm'
import type { ExportPart } from '#features/account/export/part.ts'
import { objectKey } from './photo-address.ts'

const asChunk = async function* (bytes: Uint8Array) {
  yield bytes
}

/** The customer's photo, for the data export. */
export const exports: readonly ExportPart[] = [
  {
    tables: (t) => [t.photos],
    async *list({ store: { read, t }, objects }, userId) {
      const { photos: p } = t
      const kept = await read
        .select({ id: p.id, createdAt: p.createdAt })
        .from(p)
        .where(and(eq(p.userId, userId), eq(p.status, 'kept')))
      for (const { id, createdAt } of kept)
        yield {
          name: `account/photos/${id}.webp`,
          mostBytes: Number.POSITIVE_INFINITY,
          modifiedAt: createdAt,
          isFragile: true,
          async open() {
            const bytes = await objects.get(objectKey(id))
            return bytes && asChunk(bytes)
          },
        }
    },
  },
]
