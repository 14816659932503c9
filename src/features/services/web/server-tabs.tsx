import { Link, useNavigate } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { type ServerTab, searchOfTab, serverTabs } from './server-search.ts'

const names: Record<ServerTab, string> = {
  overview: 'Overview',
  monitoring: 'Monitoring',
  processes: 'Processes',
  logs: 'Logs',
  settings: 'Settings',
}

export const panelId = 'server-panel'
export const tabId = (tab: ServerTab): string => `server-tab-${tab}`

/** The tab an arrow key leads to, round the corner too. */
function neighbour(tab: ServerTab, key: string): ServerTab | undefined {
  const last = serverTabs.length - 1
  const at = serverTabs.indexOf(tab)
  if (key === 'ArrowRight') return serverTabs[at === last ? 0 : at + 1]
  if (key === 'ArrowLeft') return serverTabs[at === 0 ? last : at - 1]
  if (key === 'Home') return serverTabs[0]
  return key === 'End' ? serverTabs[last] : undefined
}

type ServerTabsProps = { serviceId: string; chosen: ServerTab }

/** The tabs, kept in the address; arrow keys go from one to the next. */
export function ServerTabs({ serviceId, chosen }: ServerTabsProps) {
  const navigate = useNavigate()
  const move = (event: KeyboardEvent) => {
    const next = neighbour(chosen, event.key)
    if (!next) return
    event.preventDefault()
    void navigate({
      to: '/server-management/$serviceId',
      params: { serviceId },
      search: searchOfTab(next),
      replace: true,
    })
    document.getElementById(tabId(next))?.focus()
  }
  return (
    <div className="tabs" data-fill="" role="tablist" aria-label="Server" onKeyDown={move}>
      {serverTabs.map((tab) => (
        <Link
          key={tab}
          id={tabId(tab)}
          to="/server-management/$serviceId"
          params={{ serviceId }}
          search={searchOfTab(tab)}
          activeOptions={{ exact: true, includeSearch: true }}
          className="tab"
          role="tab"
          aria-selected={tab === chosen}
          aria-controls={panelId}
          tabIndex={tab === chosen ? 0 : -1}
          resetScroll={false}
          replace
        >
          {names[tab]}
        </Link>
      ))}
    </div>
  )
}
