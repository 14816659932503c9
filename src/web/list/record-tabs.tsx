import type { ReactNode } from 'react'
import { PanelTabs, type PanelTabsProps, panelId, tabId } from '#web/ui/panel-tabs.tsx'

/** Tabs of the open record, above the selected tab's content. */
export function RecordTabs<Tab extends string>(props: PanelTabsProps<Tab> & { children: ReactNode }) {
  const { children, ...tabs } = props
  const { name, chosen } = tabs
  return (
    <>
      <PanelTabs {...tabs} />
      <div
        className="record-tab-panel"
        role="tabpanel"
        id={panelId(name)}
        aria-labelledby={tabId(name, chosen)}
      >
        {children}
      </div>
    </>
  )
}
