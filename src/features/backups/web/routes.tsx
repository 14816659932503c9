import { createRoute } from '@tanstack/react-router'
import { shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/lazy-page.ts'
import { withoutDialog } from '#web/lib/search-values.ts'
import { listInput, readBackupSearch } from './backup-search.ts'

const backups = createRoute({
  getParentRoute: () => shellArea,
  path: '/backups',
  staticData: { title: 'Backups' },
  validateSearch: readBackupSearch,
  loaderDeps: ({ search }) => withoutDialog(search),
  loader: ({ context: { utils }, deps }) =>
    Promise.all([
      utils.backups.list.prefetch(listInput(deps)),
      utils.backups.schedules.prefetch(),
      utils.servers.list.prefetch(),
    ]),
  component: lazyPage(() => import('./backups-page.tsx'), 'BackupsPage'),
})

export const routes = [backups] as const
