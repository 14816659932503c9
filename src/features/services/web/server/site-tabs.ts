import { inOrder } from '#web/feature.ts'
import { useFeatures } from '#web/use-features.ts'
import { useViewer } from '#web/viewer.ts'
import { readServerSearch, type ServerSearch, serverTabs } from './server-search.ts'

/** A tab of the page of a site: one of the services' own, kept in `?tab=`, or the page of another feature below its address. */
export type SiteTab = { key: string; words: string; order: number; isPage: boolean }

/** The tabs in their order; a member has those of the role. */
export function useSiteTabs(): SiteTab[] {
  const role = useViewer()?.actingFor?.role
  const pages = useFeatures().flatMap(({ routes }) =>
    (routes?.site ?? []).flatMap(({ path, options }): SiteTab[] => {
      const { title, siteTab } = options.staticData ?? {}
      if (!siteTab || !path || !title) return []
      if (role && !siteTab.members?.includes(role)) return []
      return [{ key: path, words: title, order: siteTab.order, isPage: true }]
    }),
  )
  return inOrder([
    ...serverTabs.map(([key, words, order]) => ({ key, words, order, isPage: false })),
    ...pages,
  ])
}

/** The address of a tab of a site, Overview's unless it is one of the other features' pages. */
export const addressOfTab = (serviceId: string, tab: SiteTab | undefined): string =>
  `/server-management/${serviceId}${tab?.isPage ? `/${tab.key}` : ''}`

/** What stands behind the address under which a tab is open. */
export const searchOfTab = (tab: SiteTab | undefined): ServerSearch =>
  tab && !tab.isPage ? readServerSearch({ tab: tab.key }) : {}
