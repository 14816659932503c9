import { and, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { olderThan, toPage } from '#db/lists/paging.ts'
import type { CustomerContext } from '#server/context.ts'
import { toRupees } from '#shared/money/money.ts'
import type { Answer } from '#shared/schema.ts'
import type { LineRow } from '../../context.ts'
import type { bankLineOutput, listLinesInput } from '../../contract/contract.ts'
import { presentTarget, type Target } from '../targets.ts'
import { matchLine } from './match-line.ts'

export const presentLine = (line: LineRow, match: Target | null): Answer<typeof bankLineOutput> => ({
  id: line.id,
  day: line.day,
  narration: line.narration,
  reference: line.reference,
  amount: toRupees(line.amountPaise),
  status: line.status,
  match: match && presentTarget(match),
  paymentId: line.paymentId,
  createdAt: line.createdAt,
  decidedAt: line.decidedAt,
})

/** Incoming payments of statements, newest first; open ones with their suggested match. */
export async function listLines(
  ctx: CustomerContext,
  { status, cursor, limit }: z.output<typeof listLinesInput>,
) {
  const { bankLines: b } = ctx.store.t
  const rows = await ctx.store.read
    .select()
    .from(b)
    .where(and(status && eq(b.status, status), olderThan({ at: b.createdAt, id: b.id }, cursor)))
    .orderBy(desc(b.createdAt), desc(b.id))
    .limit(limit + 1)
  const matches = new Map<string, Target | null>()
  for (const line of rows)
    if (line.status === 'waiting') matches.set(line.id, await matchLine(ctx.store, line))
  return toPage(rows, {
    limit,
    key: ({ createdAt, id }: LineRow) => ({ at: createdAt, id }),
    present: (line: LineRow) => presentLine(line, matches.get(line.id) ?? null),
  })
}
