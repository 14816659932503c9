import { createRoute } from '@tanstack/react-router'
import { type PageContext, shellArea, siteArea } from '#web/areas.tsx'
import { lazyPage, loadPage } from '#web/lib/navigation/lazy-page.ts'
import { withoutDialog } from '#web/lib/search-values.ts'
import { type FilesSearch, readFilesSearch } from './files-search.ts'

const prefetch = async (context: PageContext, search: FilesSearch) =>
  (await loadPage(() => import('./prefetch-files.ts'))).prefetchFiles(context, search)

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
