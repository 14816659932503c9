import { sql } from 'drizzle-orm'
import type { CustomerContext } from '#server/context.ts'

/** How much waits for an administrator: customers' references, and lines of bank statements. */
export async function countWaiting({ store }: CustomerContext): Promise<{ reports: number; lines: number }> {
  const { paymentReports: r, bankLines: b } = store.t
  // Spelled as in the partial indexes: SQLite compares the texts.
  const [reports, lines] = await Promise.all([
    store.read.$count(r, sql`${r.status} = 'waiting'`),
    store.read.$count(b, sql`${b.status} = 'waiting'`),
  ])
  return { reports, lines }
}
