import { createRoute } from '@tanstack/react-router'
import { type PageContext, shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { withoutDialog } from '#web/lib/search-values.ts'
import { browseInputOf, type FilesSearch, readFilesSearch } from './files-search.ts'

function prefetchShown({ queryClient, trpc }: PageContext, search: FilesSearch): Promise<unknown> {
  if (search.open) return queryClient.prefetchQuery(trpc.files.get.queryOptions({ id: search.open }))
  if (search.show === 'trash')
    return Promise.all([
      queryClient.prefetchQuery(trpc.files.trash.queryOptions()),
      queryClient.prefetchQuery(trpc.files.trashTotals.queryOptions({})),
    ])
  if (search.show === 'shares') return queryClient.prefetchQuery(trpc.files.shares.list.queryOptions())
  return queryClient.prefetchQuery(trpc.files.browse.queryOptions(browseInputOf(search)))
}

const files = createRoute({
  getParentRoute: () => shellArea,
  path: '/files',
  staticData: { title: 'Files' },
  validateSearch: readFilesSearch,
  loaderDeps: ({ search }) => withoutDialog(search),
  loader: ({ context, deps }) =>
    Promise.all([
      prefetchShown(context, deps),
      context.queryClient.prefetchQuery(context.trpc.servers.list.queryOptions()),
    ]),
  component: lazyPage(() => import('./files-page.tsx'), 'FilesPage'),
})

export const routes = [files] as const
