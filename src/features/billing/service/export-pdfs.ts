import { and, asc, eq } from 'drizzle-orm'
import type { ExportPart } from '#features/account/export/part.ts'
import { renderInvoice } from '../pdf/render-invoice.ts'
import { readWhole } from './own-invoices.ts'

const asChunk = async function* (bytes: Uint8Array) {
  yield bytes
}

/** Renders each invoice and credit note as PDF. */
export const invoiceFiles: ExportPart = {
  tables: () => [],
  async *list({ store }, userId) {
    const { invoices: i } = store.t
    const all = await store.read
      .select({ id: i.id, number: i.number, issuedAt: i.issuedAt })
      .from(i)
      .where(eq(i.userId, userId))
      .orderBy(asc(i.issuedAt), asc(i.id))
    for (const { id, number, issuedAt } of all)
      yield {
        name: `billing/pdf/${number.replaceAll('/', '-')}.pdf`,
        mostBytes: Number.POSITIVE_INFINITY,
        modifiedAt: issuedAt,
        async open() {
          const [invoice] = await store.read
            .select()
            .from(i)
            .where(and(eq(i.userId, userId), eq(i.id, id)))
          return invoice ? asChunk(await renderInvoice(await readWhole(store, invoice))) : null
        },
      }
  },
}
