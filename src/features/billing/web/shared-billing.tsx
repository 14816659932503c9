import { useQuery } from '@tanstack/react-query'
import { siteName } from '#shared/names/site-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { useFeatures } from '#web/use-features.ts'
import { historyOf } from './history-rows.ts'
import { HistorySection } from './history-section.tsx'
import { OpenInvoices } from './open-invoices.tsx'
import { useInvoiceDrawer } from './use-invoice-drawer.tsx'

/** Bills of the service that a member manages: next invoice, amounts due, and history. */
export function SharedBilling() {
  const trpc = useTRPC()
  const Billing = useFeatures().find((feature) => feature.ServiceBilling)?.ServiceBilling
  const services = useQuery(trpc.servers.list.queryOptions())
  const invoices = useQuery(trpc.billing.list.queryOptions({}))
  const { drawer, open } = useInvoiceDrawer()
  const history = { ...invoices, data: invoices.data && historyOf(invoices.data, []) }
  const [service] = services.data ?? []
  return (
    <div className="billing">
      <PageHeader title="Billing" subtitle={service ? siteName(service) : ''} />
      <OpenInvoices invoices={invoices.data ?? []} onOpen={open} />
      <QueryState query={services} what="The service" loadingText="Loading service...">
        {([shared]) => Billing && shared && <Billing service={shared} />}
      </QueryState>
      <HistorySection history={history} what="The billing history" onOpen={open} />
      {drawer}
    </div>
  )
}
