import { Link, useNavigate } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { useCurrentInView } from './use-current-in-view.ts'

type Search = Record<string, unknown>

export type PanelTabsProps<Tab extends string> = {
  /** Names the tabs for screen readers. */
  label: string
  /** Prefix of the ids of the tabs and their panel. */
  name: string
  /** Label of each tab by its key in the URL. */
  tabs: readonly (readonly [tab: Tab, words: string])[]
  chosen: Tab
  /** URL parameters of this page with a tab open. */
  searchOf: (tab: Tab, before: Search) => Search
  /** URL of a tab's page, if the tabs are not all on this one. */
  toOf?: (tab: Tab) => string
}

export const panelId = (name: string): string => `${name}-panel`
export const tabId = (name: string, tab: string): string => `${name}-tab-${tab}`

/** The tab for an arrow key, wrapping around. */
function neighbour<Tab extends string>(tabs: readonly Tab[], tab: Tab, key: string): Tab | undefined {
  const last = tabs.length - 1
  const at = tabs.indexOf(tab)
  if (key === 'ArrowRight') return tabs[at === last ? 0 : at + 1]
  if (key === 'ArrowLeft') return tabs[at === 0 ? last : at - 1]
  if (key === 'Home') return tabs[0]
  return key === 'End' ? tabs[last] : undefined
}

/** Tabs over one panel, stored in the URL; arrow keys move between them. */
export function PanelTabs<Tab extends string>(props: PanelTabsProps<Tab>) {
  const { label, name, tabs, chosen, searchOf, toOf = () => '.' } = props
  const navigate = useNavigate()
  const row = useCurrentInView<HTMLDivElement>(chosen)
  const move = (event: KeyboardEvent) => {
    const keys = tabs.map(([tab]) => tab)
    const next = neighbour(keys, chosen, event.key)
    if (!next) return
    event.preventDefault()
    void navigate({
      to: toOf(next),
      search: (before: Search) => searchOf(next, before),
      replace: true,
      resetScroll: false,
    })
    document.getElementById(tabId(name, next))?.focus()
  }
  return (
    <div ref={row} className="tabs" data-fill="" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map(([tab, words]) => (
        <Link
          key={tab}
          id={tabId(name, tab)}
          to={toOf(tab)}
          search={(before: Search) => searchOf(tab, before)}
          activeOptions={{ exact: true, includeSearch: true }}
          className="tab"
          role="tab"
          aria-selected={tab === chosen}
          aria-controls={panelId(name)}
          tabIndex={tab === chosen ? 0 : -1}
          resetScroll={false}
          replace
        >
          {words}
        </Link>
      ))}
    </div>
  )
}
