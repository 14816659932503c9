import { inOrder } from '#web/feature.ts'
import { useFeatures } from '#web/use-features.ts'
import { useViewer } from '#web/viewer.ts'
import { readServerSearch, type ServerSearch, serverTabs } from './server-search.ts'

/** A tab of a site's page: one of this feature's, stored in `?tab=`, or another feature's page below the site's path. */
export type SiteTab = { key: string; words: string; order: number; isPage: boolean }

/** The tabs in order; a member gets those of the role. */
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

/** The path of a tab: Overview's, unless it is another feature's page. */
export const addressOfTab = (serviceId: string, tab: SiteTab | undefined): string =>
  `/server-management/${serviceId}${tab?.isPage ? `/${tab.key}` : ''}`

/** The search parameters of a tab's link. */
export const searchOfTab = (tab: SiteTab | undefined): ServerSearch =>
  tab && !tab.isPage ? readServerSearch({ tab: tab.key }) : {}
