import { getRouteApi } from '@tanstack/react-router'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CardIcon } from '#web/ui/icons.tsx'
import { QueryState, type QueryStateProps } from '#web/ui/query-state.tsx'
import { BillingHistory } from './billing-history.tsx'
import type { HistoryRow } from './history-rows.ts'

const route = getRouteApi('/signed-in/shell/profile/billing')

type HistorySectionProps = {
  history: QueryStateProps<HistoryRow[]>['query']
  what: string
  /** Address of the complete CSV, if there is one. */
  csv?: string
  onOpen: (id: string) => void
}

/** The billing history at the page in the address. */
export function HistorySection({ history, what, csv, onOpen }: HistorySectionProps) {
  const { page } = route.useSearch()
  return (
    <section aria-labelledby="billing-history">
      <div className="billing-head">
        <h2 id="billing-history">Billing History</h2>
        {csv && history.data && history.data.length > 0 && (
          <a className="button" href={csv} download>
            Download CSV
          </a>
        )}
      </div>
      <QueryState
        query={history}
        what={what}
        loadingText="Loading billing history..."
        empty={<EmptyState icon={<CardIcon size={28} />} title="No billing history found" />}
      >
        {(rows) => <BillingHistory rows={rows} page={page} onOpen={onOpen} />}
      </QueryState>
    </section>
  )
}
