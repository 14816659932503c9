import { getRouteApi } from '@tanstack/react-router'
import { useSite } from '#web/site.tsx'
import { useAskedDialog } from '#web/ui/dialogs/use-asked-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PanelTabs, panelId, tabId } from '#web/ui/panel-tabs.tsx'
import { DeskRefunds } from './desk-refunds.tsx'
import type { View } from './desk-search.ts'
import { DeskServices } from './desk-services.tsx'

const RefundDialog = lazyPart(() => import('./refund-dialog.tsx'), 'RefundDialog')

const route = getRouteApi('/signed-in/shell/administrator/admin/renewals')

const tabs = [
  ['services', 'Services'],
  ['refunds', 'Refunds'],
] as const satisfies readonly (readonly [View, string])[]

const searchOf = (view: View) => (view === 'services' ? {} : { view })

/** Paid terms of services, overdue invoices, and refunds. */
export function AdminRenewalsPage() {
  const { areRenewalsOff } = useSite()
  const { refund, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const forget = () =>
    void navigate({ search: ({ refund: _, ...rest }) => rest, replace: true, resetScroll: false })
  const refunding = useAskedDialog({ isAsked: refund !== undefined, subject: refund ?? '', forget })
  const view = search.view ?? 'services'
  return (
    <section className="renewal-desk" aria-label="Renewals">
      {areRenewalsOff && <p>Renewals are off (RENEWALS). Services are not billed, reminded or suspended.</p>}
      <PanelTabs label="Renewals" name="renewals" tabs={tabs} chosen={view} searchOf={searchOf} />
      <div
        className="renewal-panel"
        id={panelId('renewals')}
        role="tabpanel"
        aria-labelledby={tabId('renewals', view)}
      >
        {view === 'services' ? <DeskServices search={search} /> : <DeskRefunds search={search} />}
      </div>
      {refunding.subject && (
        <RefundDialog
          key={refunding.key}
          invoiceId={refunding.subject}
          opened={refunding.isOpen}
          onClose={refunding.close}
        />
      )}
    </section>
  )
}
