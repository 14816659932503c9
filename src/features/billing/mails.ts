import type { Template } from '#features/mail/template.ts'
import { formatAmount, toRupees } from '#shared/money/money.ts'
import { formatDate } from '#shared/time.ts'
import type { InvoiceRow } from './context.ts'
import { duePaise } from './rules/due-paise.ts'

const linkTo = (origin: string, { id }: Pick<InvoiceRow, 'id'>) => `${origin}/profile/billing?invoice=${id}`

/** Sent with an invoice: its subject, and the amount due. */
export const invoiceIssued =
  (invoice: InvoiceRow): Template =>
  ({ origin }) => {
    const due = duePaise(invoice)
    const total = formatAmount(toRupees(invoice.totalPaise))
    return {
      kind: 'invoice.issued',
      relatedId: invoice.id,
      subject: `Your invoice ${invoice.number}`,
      paragraphs: [
        `Invoice ${invoice.number} for ${total} is ready.`,
        due > 0
          ? `Please pay ${due === invoice.totalPaise ? '' : `${formatAmount(toRupees(due))} `}by ${formatDate(invoice.dueAt)}.`
          : 'It is already paid. You have nothing to do.',
      ],
      action: { label: 'View your invoice', url: linkTo(origin, invoice) },
    }
  }

/** Sent with a credit note: amount, invoice, and what happens to payments. */
export const creditNoteIssued =
  (note: InvoiceRow, { corrects, becomes }: { corrects: string; becomes: string | null }): Template =>
  ({ origin }) => ({
    kind: 'invoice.credited',
    relatedId: note.id,
    subject: `Your credit note ${note.number}`,
    paragraphs: [
      `We credited ${formatAmount(toRupees(note.totalPaise))} of your invoice ${corrects}.`,
      `Reason: ${note.reason}`,
      ...(becomes ? [becomes] : []),
    ],
    action: { label: 'View your credit note', url: linkTo(origin, note) },
  })
