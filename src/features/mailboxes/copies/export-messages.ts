import { asc, eq, sum } from 'drizzle-orm'
import type { ExportPart } from '#features/account/export/part.ts'
import { serviceMail } from './service-mail.ts'

/** Each message of each mailbox, as an RFC 5322 file. */
export const messageFiles: ExportPart = {
  // Their rows are only an index.
  tables: (t) => [t.emailMessages],
  async measure({ store: { read, t } }, userId) {
    const { emailAccounts: a } = t
    const [row] = await read
      .select({ bytes: sum(a.usedBytes) })
      .from(a)
      .where(eq(a.userId, userId))
    return Number(row?.bytes ?? 0)
  },
  async *list(ctx, userId) {
    const { emailAccounts: a } = ctx.store.t
    const services = await ctx.store.read
      .selectDistinct({ serviceId: a.serviceId })
      .from(a)
      .where(eq(a.userId, userId))
      .orderBy(asc(a.serviceId))
    for (const { serviceId } of services)
      for await (const { mailbox, folder, file, writtenAt, open } of serviceMail.list(ctx, {
        userId,
        serviceId,
      }))
        yield {
          name: `email/messages/${mailbox}/${folder}/${file.replace(/[^\w.,=+-]/g, '_')}.eml`,
          mostBytes: Number.POSITIVE_INFINITY,
          modifiedAt: writtenAt,
          open: async () => (await open())?.stream() ?? null,
        }
  },
}
