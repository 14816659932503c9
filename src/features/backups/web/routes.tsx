import { createRoute } from '@tanstack/react-router'
import { type PageContext, shellArea, siteArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { readBackupSearch } from './backup-search.ts'

const loader = ({ context: { queryClient, trpc } }: { context: PageContext }) =>
  Promise.all([
    queryClient.prefetchQuery(trpc.backups.list.queryOptions({})),
    queryClient.prefetchQuery(trpc.backups.schedules.queryOptions()),
    queryClient.prefetchQuery(trpc.servers.list.queryOptions()),
  ])

const backups = createRoute({
  getParentRoute: () => shellArea,
  path: '/backups',
  staticData: { title: 'Backups' },
  validateSearch: readBackupSearch,
  loader,
  component: lazyPage(() => import('./backups-page.tsx'), 'BackupsPage'),
})

const siteBackups = createRoute({
  getParentRoute: () => siteArea,
  path: '/backups',
  staticData: { title: 'Backups', siteTab: { order: 60, members: ['viewer', 'developer'] } },
  validateSearch: readBackupSearch,
  loader,
  component: lazyPage(() => import('./site-backups-page.tsx'), 'SiteBackupsPage'),
})

export const routes = { shell: [backups], site: [siteBackups] } as const
