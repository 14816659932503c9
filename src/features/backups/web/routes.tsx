import { createRoute } from '@tanstack/react-router'
import { shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { withoutDialog } from '#web/lib/search-values.ts'
import { listInput, readBackupSearch } from './backup-search.ts'

const backups = createRoute({
  getParentRoute: () => shellArea,
  path: '/backups',
  staticData: { title: 'Backups' },
  validateSearch: readBackupSearch,
  loaderDeps: ({ search }) => withoutDialog(search),
  loader: ({ context: { queryClient, trpc }, deps }) =>
    Promise.all([
      queryClient.prefetchQuery(trpc.backups.list.queryOptions(listInput(deps))),
      queryClient.prefetchQuery(trpc.backups.schedules.queryOptions()),
      queryClient.prefetchQuery(trpc.servers.list.queryOptions()),
    ]),
  component: lazyPage(() => import('./backups-page.tsx'), 'BackupsPage'),
})

export const routes = [backups] as const
