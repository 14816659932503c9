import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { OwnerLink } from '#web/desk/owner-link.tsx'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import type { InvoiceDetail } from '../../contract/contract.ts'
import { InvoiceSheet } from '../invoice-sheet.tsx'

const CreditNoteDialog = lazyPart(() => import('./credit-note-dialog.tsx'), 'CreditNoteDialog')

/** One customer's invoice, with buttons to credit or refund it. */
export function DeskInvoice({ id, onClose }: { id: string; onClose: () => void }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.billing.desk.get.queryOptions({ id }))
  const crediting = useDialog<InvoiceDetail>()
  return (
    <aside className="desk-detail" aria-label="Invoice">
      <button type="button" className="button desk-close" onClick={onClose}>
        Close
      </button>
      <QueryState query={query} what="The invoice" loadingText="Loading invoice...">
        {(invoice) => (
          <>
            <h2>{invoice.number}</h2>
            <OwnerLink user={invoice.user} />
            {invoice.kind === 'invoice' && invoice.credited < invoice.amount && (
              <div className="desk-actions">
                <button type="button" className="button" onClick={() => crediting.open(invoice)}>
                  Credit note…
                </button>
                {invoice.paid > 0 && (
                  <Link
                    to="/admin/renewals"
                    search={{ view: 'refunds', refund: invoice.id }}
                    className="button"
                  >
                    Refund…
                  </Link>
                )}
              </div>
            )}
            <InvoiceSheet invoice={invoice} pdf={`/api/admin/invoices/${id}/pdf`} />
          </>
        )}
      </QueryState>
      {crediting.subject && (
        <CreditNoteDialog
          key={crediting.key}
          invoice={crediting.subject}
          opened={crediting.isOpen}
          onClose={crediting.close}
        />
      )}
    </aside>
  )
}
