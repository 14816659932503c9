import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { pageInput } from '#web/desk/list-search.ts'
import { MailList } from '#web/desk/mail-list.tsx'
import { Pager } from '#web/desk/pager.tsx'
import { useTRPC } from '#web/trpc.ts'
import { PanelTabs, panelId, tabId } from '#web/ui/panel-tabs.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { DriversTable } from './drivers-table.tsx'
import { SettingsTable } from './settings-table.tsx'
import { SystemHealth } from './system-health.tsx'
import type { SystemSearch, SystemTab } from './system-search.ts'

const route = getRouteApi('/signed-in/shell/administrator/admin/system')

const tabs = [
  ['overview', 'Overview'],
  ['drivers', 'Drivers'],
  ['mails', 'Emails'],
  ['settings', 'Settings'],
] as const satisfies readonly (readonly [SystemTab, string])[]

const searchOf = (tab: SystemTab): SystemSearch => (tab === 'overview' ? {} : { tab })

/** State of the portal, its drivers, its mails, and its settings. */
export function AdminSystemPage() {
  const search = route.useSearch()
  const tab = search.tab ?? 'overview'
  return (
    <section aria-label="System">
      <PanelTabs label="System" name="system" tabs={tabs} chosen={tab} searchOf={searchOf} />
      <div
        className="system-panel"
        id={panelId('system')}
        role="tabpanel"
        aria-labelledby={tabId('system', tab)}
      >
        {tab === 'overview' && <SystemHealth />}
        {tab === 'drivers' && <DriversTable />}
        {tab === 'mails' && <SystemMails search={search} />}
        {tab === 'settings' && <SettingsTable search={search} />}
      </div>
    </section>
  )
}

/** The portal's mails, newest first. */
function SystemMails({ search }: { search: SystemSearch }) {
  const trpc = useTRPC()
  const mails = useQuery(trpc.admin.mails.queryOptions(pageInput(search)))
  return (
    <>
      <QueryState query={mails} what="The emails" loadingText="Loading emails...">
        {({ items }) => <MailList mails={items} />}
      </QueryState>
      <Pager search={search} nextCursor={mails.data?.nextCursor} />
    </>
  )
}
