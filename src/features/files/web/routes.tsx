import { createRoute } from '@tanstack/react-router'
import { shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/lazy-page.ts'
import { browseInputOf, readFilesSearch } from './files-search.ts'

const files = createRoute({
  getParentRoute: () => shellArea,
  path: '/files',
  staticData: { title: 'Files' },
  validateSearch: readFilesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { utils }, deps }) =>
    Promise.all([
      deps.show === 'trash' ? utils.files.trash.prefetch() : utils.files.browse.prefetch(browseInputOf(deps)),
      utils.servers.list.prefetch(),
    ]),
  component: lazyPage(() => import('./files-page.tsx'), 'FilesPage'),
})

export const routes = [files] as const
