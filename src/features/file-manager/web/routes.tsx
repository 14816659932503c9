import { createRoute } from '@tanstack/react-router'
import { type PageContext, shellArea, siteArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { withoutDialog } from '#web/lib/search-values.ts'
import { browseInputOf, type FilesSearch, readFilesSearch, serviceInputOf } from './files-search.ts'

function prefetch({ queryClient, trpc }: PageContext, search: FilesSearch): Promise<unknown> {
  const shown = () => {
    if (search.open) return [queryClient.prefetchQuery(trpc.files.get.queryOptions({ id: search.open }))]
    if (search.show === 'trash') {
      const input = serviceInputOf(search)
      return [
        queryClient.prefetchQuery(trpc.files.trash.queryOptions(input)),
        queryClient.prefetchQuery(trpc.files.trashTotals.queryOptions(input)),
      ]
    }
    if (search.show === 'shares') return [queryClient.prefetchQuery(trpc.files.shares.list.queryOptions())]
    return [queryClient.prefetchQuery(trpc.files.browse.queryOptions(browseInputOf(search)))]
  }
  return Promise.all([...shown(), queryClient.prefetchQuery(trpc.servers.list.queryOptions())])
}

const files = createRoute({
  getParentRoute: () => shellArea,
  path: '/files',
  staticData: { title: 'Files' },
  validateSearch: readFilesSearch,
  loaderDeps: ({ search }) => withoutDialog(search),
  loader: ({ context, deps }) => prefetch(context, deps),
  component: lazyPage(() => import('./files-page.tsx'), 'FilesPage'),
})

const siteFiles = createRoute({
  getParentRoute: () => siteArea,
  path: '/files',
  staticData: { title: 'Files', siteTab: { order: 20, members: ['viewer', 'developer'] } },
  validateSearch: readFilesSearch,
  loaderDeps: ({ search }) => withoutDialog(search),
  loader: ({ context, deps, params: { serviceId } }) => prefetch(context, { ...deps, service: serviceId }),
  component: lazyPage(() => import('./site-files-page.tsx'), 'SiteFilesPage'),
})

export const routes = { shell: [files], site: [siteFiles] } as const
