import { eq } from 'drizzle-orm'
import type { ExportPart } from '#features/account/export/part.ts'
import { writeZone } from './export.ts'

const asChunk = async function* (text: string) {
  yield Buffer.from(text)
}

/** The zone of each domain as a master file (RFC 1035). */
export const zoneFiles: ExportPart = {
  tables: () => [],
  async *list({ store }, userId) {
    const { domains: d } = store.t
    for (const domain of await store.read.select().from(d).where(eq(d.userId, userId)))
      yield {
        name: `domains/zones/${domain.domainName}.zone`,
        mostBytes: Number.POSITIVE_INFINITY,
        open: async () => asChunk((await writeZone(store, domain)).text),
      }
  },
}
