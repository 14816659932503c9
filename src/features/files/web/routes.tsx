import { createRoute } from '@tanstack/react-router'
import { type PageContext, shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/lazy-page.ts'
import { withoutDialog } from '#web/lib/search-values.ts'
import { browseInputOf, type FilesSearch, readFilesSearch } from './files-search.ts'

function prefetchShown({ utils }: PageContext, search: FilesSearch): Promise<unknown> {
  if (search.show === 'trash')
    return Promise.all([utils.files.trash.prefetch(), utils.files.trashTotals.prefetch({})])
  if (search.show === 'shares') return utils.files.shares.list.prefetch()
  return utils.files.browse.prefetch(browseInputOf(search))
}

const files = createRoute({
  getParentRoute: () => shellArea,
  path: '/files',
  staticData: { title: 'Files' },
  validateSearch: readFilesSearch,
  loaderDeps: ({ search }) => withoutDialog(search),
  loader: ({ context, deps }) =>
    Promise.all([prefetchShown(context, deps), context.utils.servers.list.prefetch()]),
  component: lazyPage(() => import('./files-page.tsx'), 'FilesPage'),
})

export const routes = [files] as const
