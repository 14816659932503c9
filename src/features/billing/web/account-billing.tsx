import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ProfileFrame } from '#web/shell/profile-frame.tsx'
import { useTRPC } from '#web/trpc.ts'
import { usePageDialog } from '#web/ui/dialogs/use-asked-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { CreditCard, DetailsCard } from './account-cards.tsx'
import { historyOf } from './history-rows.ts'
import { HistorySection } from './history-section.tsx'
import { OpenInvoices } from './open-invoices.tsx'
import { useInvoiceDrawer } from './use-invoice-drawer.tsx'

const route = getRouteApi('/signed-in/shell/profile/billing')

const DetailsDialog = lazyPart(() => import('./details-dialog.tsx'), 'DetailsDialog')

/** Invoices, amounts due, account credit, and billing details. */
export function AccountBilling() {
  const trpc = useTRPC()
  const search = route.useSearch()
  const invoices = useQuery(trpc.billing.list.queryOptions({}))
  const orders = useQuery(trpc.orders.list.queryOptions({}))
  const credit = useQuery(trpc.billing.credit.queryOptions())
  const details = useQuery(trpc.billing.details.queryOptions())
  const editing = usePageDialog(search.dialog === 'details', true)
  const { drawer, open } = useInvoiceDrawer()
  const history = {
    ...invoices,
    data: invoices.data && orders.data ? historyOf(invoices.data, orders.data) : undefined,
    error: invoices.error ?? orders.error,
    isPending: invoices.isPending || orders.isPending,
  }
  return (
    <ProfileFrame tab="billing">
      <div className="billing">
        <PageHeader title="Billing" />
        <OpenInvoices invoices={invoices.data ?? []} onOpen={open} />
        <HistorySection
          history={history}
          what="Your billing history"
          csv="/api/invoices/export"
          onOpen={open}
        />
        <div className="billing-cards">
          <QueryState query={credit} what="Your credit" loadingText="Loading credit...">
            {(data) => <CreditCard credit={data} />}
          </QueryState>
          <QueryState query={details} what="Your billing details" loadingText="Loading details...">
            {(data) => <DetailsCard details={data} onEdit={() => editing.open(true)} />}
          </QueryState>
        </div>
        {drawer}
        {editing.subject && details.data && (
          <DetailsDialog
            key={editing.key}
            details={details.data}
            opened={editing.isOpen}
            onClose={editing.close}
          />
        )}
      </div>
    </ProfileFrame>
  )
}
