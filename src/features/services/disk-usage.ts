import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'

/** Adds to (or subtracts from) a service's disk usage, in the transaction that changes its files. */
export async function addDiskBytes(
  tx: Tx,
  service: { userId: string; serviceId: string },
  bytes: number,
): Promise<void> {
  const { userServices } = tx.t
  if (bytes === 0) return
  await tx
    .update(userServices)
    .set({ diskBytes: sql`${userServices.diskBytes} + ${bytes}` })
    .where(and(eq(userServices.userId, service.userId), eq(userServices.id, service.serviceId)))
}
