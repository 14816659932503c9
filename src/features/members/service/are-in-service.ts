import { and, eq, inArray } from 'drizzle-orm'
import type { Store } from '#db/types.ts'
import type { Context, InService } from '#server/context.ts'
import type { SharedKind } from '#shared/member-roles.ts'

type ServiceItems = { userId: string; ids: readonly string[]; serviceId: string }

/** How many of the ids belong to the service, by kind. */
const count: Record<SharedKind, (store: Store, wanted: ServiceItems) => Promise<number>> = {
  service: async (_, { ids, serviceId }) => ids.filter((id) => id === serviceId).length,
  file: ({ read, t: { files: f } }, { userId, ids, serviceId }) =>
    read.$count(f, and(eq(f.userId, userId), eq(f.serviceId, serviceId), inArray(f.id, [...ids]))),
  backup: ({ read, t: { backups: b } }, { userId, ids, serviceId }) =>
    read.$count(b, and(eq(b.userId, userId), eq(b.serviceId, serviceId), inArray(b.id, [...ids]))),
  database: ({ read, t: { databases: d } }, { userId, ids, serviceId }) =>
    read.$count(d, and(eq(d.userId, userId), eq(d.serviceId, serviceId), inArray(d.id, [...ids]))),
  dump: ({ read, t: { databaseDumps: d } }, { userId, ids, serviceId }) =>
    read.$count(d, and(eq(d.userId, userId), eq(d.serviceId, serviceId), inArray(d.id, [...ids]))),
  invoice: ({ read, t: { invoices: i } }, { userId, ids, serviceId }) =>
    read.$count(i, and(eq(i.userId, userId), eq(i.serviceId, serviceId), inArray(i.id, [...ids]))),
  async share({ read, t: { fileShares: s, files: f } }, { userId, ids, serviceId }) {
    const isWithin = and(eq(f.userId, userId), eq(f.serviceId, serviceId), inArray(s.id, [...ids]))
    const rows = await read
      .select({ id: s.id })
      .from(s)
      .innerJoin(f, and(eq(f.userId, s.userId), eq(f.id, s.fileId)))
      .where(isWithin)
    return rows.length
  },
}

/** Whether all ids belong to the caller and to the service; missing ones do not. */
export async function areInService(
  { store, user }: Context,
  { kind, ids, serviceId }: InService,
): Promise<boolean> {
  const wanted = [...new Set(ids)]
  if (!user) return false
  return (await count[kind](store, { userId: user.id, ids: wanted, serviceId })) === wanted.length
}
