import { asc, eq, sum } from 'drizzle-orm'
import type { ExportPart } from '#features/account/export/part.ts'
import { dumpDatabase, listDatabases } from './list.ts'

/** A dump of each database, created while it is read; databases that cannot be dumped are listed. */
export const databaseDumpFiles: ExportPart = {
  tables: () => [],
  async measure({ store: { read, t } }, userId) {
    const { databases: d } = t
    const [row] = await read
      .select({ bytes: sum(d.sizeBytes) })
      .from(d)
      .where(eq(d.userId, userId))
    return Number(row?.bytes ?? 0)
  },
  async *list(ctx, userId) {
    const { databases: d } = ctx.store.t
    const services = await ctx.store.read
      .selectDistinct({ serviceId: d.serviceId })
      .from(d)
      .where(eq(d.userId, userId))
      .orderBy(asc(d.serviceId))
    for (const { serviceId } of services) {
      const service = { userId, serviceId }
      for (const { absence, ...named } of await listDatabases(ctx, service)) {
        const name = `databases/dumps/${serviceId}/${named.type}/${named.database}.sql`
        if (absence !== null) yield { name, missing: `This is a database ${absence}.` }
        else
          yield {
            name,
            mostBytes: Number.POSITIVE_INFINITY,
            isFragile: true,
            open: async () => (await dumpDatabase(ctx, service, named)).content,
          }
      }
    }
  },
}
