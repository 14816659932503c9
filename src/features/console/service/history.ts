import { and, desc, eq, lt } from 'drizzle-orm'
import { auditCaller } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import { type DatabaseRow, findDatabase, lockDatabase } from '#features/databases/rows/database-rows.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { historyOutput } from '../contract/contract.ts'
import { historyLength, maxRememberedLength } from '../contract/limits.ts'

/** A finished run. `commands` are the first words of its statements. */
export type FinishedRun = { statement: string; commands: string[]; isRefused: boolean; durationMs: number }

// Statements that set a password are not stored.
const setsPassword =
  /\b(?:alter|create)\s+(?:user|role|group)\b|\bidentified\s+(?:by|with|via)\b|\bset\s+password\b|\bpassword\s*[(']/i

const isRemembered = ({ statement }: FinishedRun) =>
  statement.length <= maxRememberedLength && !setsPassword.test(statement)

const placeOf = (id: string) => `database_queries:statement:${id}`

const ofDatabase = ({ t: { databaseQueries: q } }: Tx, { userId, id }: DatabaseRow) =>
  and(eq(q.userId, userId), eq(q.databaseId, id))

async function forgetOldest(tx: Tx, database: DatabaseRow): Promise<void> {
  const { databaseQueries } = tx.t
  const [oldest] = await tx
    .select({ id: databaseQueries.id })
    .from(databaseQueries)
    .where(ofDatabase(tx, database))
    .orderBy(desc(databaseQueries.id))
    .limit(1)
    .offset(historyLength - 1)
  if (!oldest) return
  await tx.delete(databaseQueries).where(and(ofDatabase(tx, database), lt(databaseQueries.id, oldest.id)))
}

/** Audits the run without its text, and stores it sealed in the history of its database. */
export async function storeRun(ctx: CustomerContext, database: DatabaseRow, ran: FinishedRun): Promise<void> {
  const { statement, commands, isRefused, durationMs } = ran
  await ctx.store.tx(async (tx) => {
    const { databases, databaseQueries } = tx.t
    await auditCaller(tx, ctx, {
      action: 'database.query',
      targetType: 'database',
      targetId: database.id,
      userId: database.userId,
      details: { statements: commands.length, commands: [...new Set(commands)].slice(0, 20), isRefused },
    })
    // The database may have been deleted while the statements ran.
    const isThere = and(eq(databases.userId, database.userId), eq(databases.id, database.id))
    const [still] = await ctx.store.lock(tx.select({ id: databases.id }).from(databases).where(isThere))
    if (!still || !isRemembered(ran)) return
    const id = Bun.randomUUIDv7()
    await tx.insert(databaseQueries).values({
      id,
      userId: database.userId,
      databaseId: database.id,
      statement: ctx.secrets.seal(statement, placeOf(id)),
      isRefused,
      durationMs,
      ranAt: ctx.now(),
    })
    await forgetOldest(tx, database)
  })
}

/** The latest statements of one of the caller's databases, newest first. @throws NOT_FOUND */
export async function listHistory(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answer<typeof historyOutput>> {
  const database = await findDatabase(ctx, id)
  const { databaseQueries } = ctx.store.t
  const rows = await ctx.store.read
    .select()
    .from(databaseQueries)
    .where(and(eq(databaseQueries.userId, database.userId), eq(databaseQueries.databaseId, database.id)))
    .orderBy(desc(databaseQueries.id))
    .limit(historyLength)
  return rows.map((row) => ({
    id: row.id,
    statement: ctx.secrets.open(row.statement, placeOf(row.id)),
    isRefused: row.isRefused,
    durationMs: row.durationMs,
    ranAt: row.ranAt,
  }))
}

/** Clears the history of one of the caller's databases; the audit log stays. @throws NOT_FOUND */
export const clearHistory = (ctx: CustomerContext, { id }: { id: string }): Promise<Answered<{ ok: true }>> =>
  mutate(ctx, async (tx) => {
    const database = await lockDatabase(tx, ctx, id)
    await tx.delete(tx.t.databaseQueries).where(ofDatabase(tx, database))
    return { ok: true as const }
  })
