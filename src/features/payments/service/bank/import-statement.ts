import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate, publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { invalid } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { countText } from '#shared/text/count-text.ts'
import type { importStatementInput, statementOutput } from '../../contract/contract.ts'
import { type CreditLine, readStatement } from '../../statements/read-statement.ts'

/** Rows per SQL statement: SQLite takes 32,766 parameters. */
const batch = 500

/** Stores lines that are new; returns their number. */
async function storeLines(
  tx: Tx,
  lines: readonly CreditLine[],
  place: { statementId: string; createdAt: Date },
): Promise<number> {
  const { bankLines } = tx.t
  let stored = 0
  for (let from = 0; from < lines.length; from += batch) {
    const rows = lines
      .slice(from, from + batch)
      .map((line) => ({ ...line, ...place, id: Bun.randomUUIDv7() }))
    const added = await tx
      .insert(bankLines)
      .values(rows)
      .onConflictDoNothing()
      .returning({ id: bankLines.id })
    stored += added.length
  }
  return stored
}

/**
 * Imports the incoming payments of a statement for matching, each line once, however often it is imported and by whom.
 * @throws INVALID when the file is no statement
 */
export async function importStatement(
  ctx: CustomerContext,
  { fileName, text }: z.output<typeof importStatementInput>,
): Promise<Answered<Answer<typeof statementOutput>>> {
  const read = readStatement(text)
  if (typeof read === 'string') throw invalid('text', read)
  const [id, createdAt] = [Bun.randomUUIDv7(), ctx.now()]
  const { lines, leftOut } = read
  if (lines.length === 0) throw invalid('text', 'This file has no incoming payments.')
  return mutate(ctx, async (tx) => {
    const { bankStatements } = tx.t
    const row = { id, fileName, lines: lines.length, newLines: 0, importedBy: ctx.user.id, createdAt }
    await tx.insert(bankStatements).values(row)
    const newLines = await storeLines(tx, lines, { statementId: id, createdAt })
    await tx.update(bankStatements).set({ newLines }).where(eq(bankStatements.id, id))
    await auditCaller(tx, ctx, {
      action: 'payment.import',
      targetType: 'bank_statement',
      targetId: id,
      note: `${fileName}: ${countText(lines.length, 'line')}, ${newLines} new`,
    })
    publish(tx, ctx, { userId: ctx.user.id, kind: 'payment', id, status: 'imported' })
    return { id, fileName, createdAt, lines: lines.length, newLines, leftOut }
  })
}
