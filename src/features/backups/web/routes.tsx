import { createRoute } from '@tanstack/react-router'
import { shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/lazy-page.ts'

/** What the page keeps in its address: the service whose backups are shown. */
export type BackupSearch = { service?: string }

export function readBackupSearch({ service }: Record<string, unknown>): BackupSearch {
  return typeof service === 'string' && service !== '' && service !== 'all' ? { service } : {}
}

/** The list's input: a key that is absent is absent on the wire too. */
export const listInput = ({ service }: BackupSearch) => (service ? { serviceId: service } : {})

const backups = createRoute({
  getParentRoute: () => shellArea,
  path: '/backups',
  staticData: { title: 'Backups' },
  validateSearch: readBackupSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { utils }, deps }) =>
    Promise.all([utils.backups.list.prefetch(listInput(deps)), utils.servers.list.prefetch()]),
  component: lazyPage(() => import('./backups-page.tsx'), 'BackupsPage'),
})

export const routes = [backups] as const
