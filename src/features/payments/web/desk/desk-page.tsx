import { getRouteApi } from '@tanstack/react-router'
import { usePageDialog } from '#web/ui/dialogs/use-asked-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PanelTabs, panelId, tabId } from '#web/ui/panel-tabs.tsx'
import { DeskLines } from './desk-lines.tsx'
import { DeskReceived } from './desk-received.tsx'
import { DeskReports } from './desk-reports.tsx'
import type { View } from './desk-search.ts'

const RecordDialog = lazyPart(() => import('./record-dialog.tsx'), 'RecordDialog')
const ImportDialog = lazyPart(() => import('./import-dialog.tsx'), 'ImportDialog')

const route = getRouteApi('/signed-in/shell/administrator/admin/payments')

const tabs = [
  ['reports', 'References'],
  ['lines', 'Bank statement'],
  ['received', 'Received'],
] as const satisfies readonly (readonly [View, string])[]

const searchOf = (view: View) => (view === 'reports' ? {} : { view })

/** Reported transfers, bank statement lines, and recorded payments. */
export function AdminPaymentsPage() {
  const { dialog, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const recording = usePageDialog(dialog === 'record', true)
  const importing = usePageDialog(dialog === 'import', true)
  const showLines = () => void navigate({ search: { view: 'lines' }, resetScroll: false })
  const view = search.view ?? 'reports'
  return (
    <section aria-label="Payments">
      <div className="desk-page-actions">
        <button type="button" className="button" onClick={() => importing.open(true)}>
          Import a statement…
        </button>
        <button type="button" className="button" data-primary="" onClick={() => recording.open(true)}>
          Record a payment…
        </button>
      </div>
      <PanelTabs label="Payments" name="payments" tabs={tabs} chosen={view} searchOf={searchOf} />
      <div
        className="payment-panel"
        id={panelId('payments')}
        role="tabpanel"
        aria-labelledby={tabId('payments', view)}
      >
        {view === 'reports' && <DeskReports search={search} />}
        {view === 'lines' && <DeskLines search={search} />}
        {view === 'received' && <DeskReceived search={search} />}
      </div>
      {recording.subject && (
        <RecordDialog key={recording.key} opened={recording.isOpen} onClose={recording.close} />
      )}
      {importing.subject && (
        <ImportDialog
          key={importing.key}
          opened={importing.isOpen}
          onClose={importing.close}
          onImported={showLines}
        />
      )}
    </section>
  )
}
