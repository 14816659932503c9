import { Link } from '@tanstack/react-router'
import { useCurrentInView } from '#web/ui/use-current-in-view.ts'
import type { AllServices } from '../contract.ts'
import { type CloudSearch, searchOfTab, type Tab, tabOf, tabs } from './kit/cloud-search.ts'

export const tabNames: Record<Tab, string> = {
  overview: 'Overview',
  compute: 'Compute',
  storage: 'Storage',
  databases: 'Databases',
  serverless: 'Serverless',
  containers: 'Containers',
  analytics: 'Analytics',
  security: 'Security',
}

const lists: Record<Exclude<Tab, 'overview'>, keyof AllServices> = {
  compute: 'instances',
  storage: 'storage',
  databases: 'databases',
  serverless: 'functions',
  containers: 'containers',
  analytics: 'analytics',
  security: 'security',
}

/** The number of resources of a tab's main kind. */
export const countOf = (tab: Exclude<Tab, 'overview'>, all: AllServices): number => all[lists[tab]].length

/** The eight tabs as links. */
export function TabList({ search }: { search: CloudSearch }) {
  const open = tabOf(search)
  const row = useCurrentInView<HTMLElement>(open)
  return (
    <nav ref={row} className="tabs" aria-label="Cloud resources">
      {tabs.map((tab) => (
        <Link
          key={tab}
          to="/cloud-management"
          search={searchOfTab(tab, search)}
          activeOptions={{ exact: true }}
          resetScroll={false}
          className="tab"
          aria-current={tab === open ? 'page' : undefined}
        >
          {tabNames[tab]}
        </Link>
      ))}
    </nav>
  )
}
