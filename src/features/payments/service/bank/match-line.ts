import { and, eq, inArray } from 'drizzle-orm'
import type { Source } from '#db/types.ts'
import type { LineRow } from '../../context.ts'
import { findOrderReferences, plainReference } from '../../contract/reference.ts'
import { findByReference, findTarget, type Target } from '../targets.ts'

// Words of a narration that may be transfer references: UTRs have 12, 16 or 22 characters.
const wordPattern = /[0-9A-Za-z]{8,35}/g
const mostWords = 20

/** Possible transfer references of a line. */
export const wordsOf = ({ narration, reference }: Pick<LineRow, 'narration' | 'reference'>): string[] =>
  [...new Set([reference, ...(narration.match(wordPattern) ?? []).map(plainReference)])]
    .filter((word) => word.length >= 6)
    .slice(0, mostWords)

/** Our own references in it: those of orders, and numbers of invoices and bills of supply. */
function referencesOf({ narration, reference }: Pick<LineRow, 'narration' | 'reference'>): string[] {
  const text = plainReference(`${narration}|${reference}`)
  const numbers = [...text.matchAll(/(?=((?:INV|BOS)\d{10}))/g)].map(([, number = '']) => number)
  return [...new Set([...findOrderReferences(text), ...numbers])].slice(0, mostWords)
}

const isExact = (target: Target | null, line: LineRow): target is Target =>
  target !== null && target.duePaise > 0 && target.duePaise === line.amountPaise

/** The order or invoice whose customer reported this transfer, for exactly this amount; null for several. */
async function findByReport(source: Source, line: LineRow): Promise<Target | null> {
  const words = wordsOf(line)
  if (words.length === 0) return null
  const { paymentReports: r } = source.t
  const reports = await source.read
    .select({ orderId: r.orderId, invoiceId: r.invoiceId })
    .from(r)
    .where(and(inArray(r.reference, words), eq(r.status, 'waiting')))
    .limit(mostWords)
  const ids = new Set(reports.map(({ orderId, invoiceId }) => orderId ?? invoiceId))
  const [report] = reports
  return report && ids.size === 1 ? findTarget(source, report) : null
}

/**
 * Suggests the order or invoice of a bank line: by its own reference in the line, or by the reference its customer reported, if
 * exactly the line's amount is due. A person matches all others.
 */
export async function matchLine(source: Source, line: LineRow): Promise<Target | null> {
  const found = new Map<string, Target>()
  for (const reference of referencesOf(line)) {
    const target = await findByReference(source, reference)
    if (isExact(target, line)) found.set(target.id, target)
  }
  if (found.size > 1) return null
  const [named] = found.values()
  if (named) return named
  const reported = await findByReport(source, line)
  return isExact(reported, line) ? reported : null
}
