import { and, type Column, eq, gte, lt, sql } from 'drizzle-orm'
import type { CustomerContext } from '#server/context.ts'
import { toRupees } from '#shared/money/money.ts'
import type { MonthTotals } from '../contract/contract.ts'
import { rangeOf } from '../rules/month.ts'
import { addTax, splitTax, type TaxParts } from '../rules/tax.ts'

type Counted = TaxParts & { documents: number }

const nothing: Counted = { ...splitTax(0, 'none'), documents: 0 }

const negative = (parts: TaxParts): TaxParts => ({
  totalPaise: -parts.totalPaise,
  taxablePaise: -parts.taxablePaise,
  cgstPaise: -parts.cgstPaise,
  sgstPaise: -parts.sgstPaise,
  igstPaise: -parts.igstPaise,
})

const present = ({ documents, ...parts }: Counted): MonthTotals['net'] => ({
  documents,
  taxable: toRupees(parts.taxablePaise),
  cgst: toRupees(parts.cgstPaise),
  sgst: toRupees(parts.sgstPaise),
  igst: toRupees(parts.igstPaise),
  total: toRupees(parts.totalPaise),
})

/** Totals of a month's invoices and credit notes by tax head, of all customers or of one. */
export async function readMonthTotals(
  { store }: CustomerContext,
  { month, userId }: { month: string; userId: string | undefined },
): Promise<MonthTotals> {
  const { invoices: i } = store.t
  const { from, before } = rangeOf(month)
  const sum = (column: Column) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number)
  const rows = await store.readLong((read) =>
    read
      .select({
        kind: i.kind,
        documents: sql<number>`count(*)`.mapWith(Number),
        totalPaise: sum(i.totalPaise),
        taxablePaise: sum(i.taxablePaise),
        cgstPaise: sum(i.cgstPaise),
        sgstPaise: sum(i.sgstPaise),
        igstPaise: sum(i.igstPaise),
      })
      .from(i)
      .where(and(gte(i.issuedAt, from), lt(i.issuedAt, before), userId ? eq(i.userId, userId) : undefined))
      .groupBy(i.kind),
  )
  const of = (wanted: 'invoice' | 'creditNote'): Counted => {
    const { kind: _, ...counted } = rows.find(({ kind }) => kind === wanted) ?? { kind: wanted, ...nothing }
    return counted
  }
  const [invoices, creditNotes] = [of('invoice'), of('creditNote')]
  const documents = invoices.documents + creditNotes.documents
  return {
    invoices: present(invoices),
    creditNotes: present(creditNotes),
    net: present({ ...addTax([invoices, negative(creditNotes)]), documents }),
  }
}
