import { createRoute } from '@tanstack/react-router'
import { shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { type ProjectSearch, readProjectSearch, selectOpen } from './selection.ts'

/** `/projects?project=&file=` */
const projects = createRoute({
  getParentRoute: () => shellArea,
  path: '/projects',
  staticData: { title: 'Projects' },
  validateSearch: readProjectSearch,
  loaderDeps: ({ search: { project, file } }): ProjectSearch => ({
    ...(project ? { project } : {}),
    ...(file ? { file } : {}),
  }),
  loader: async ({ context: { queryClient, trpc }, deps }) => {
    const { project, file } = selectOpen(
      await queryClient.fetchQuery(trpc.projects.outline.queryOptions()),
      deps,
    )
    await Promise.all([
      file && queryClient.prefetchQuery(trpc.projects.files.get.queryOptions({ fileId: file.id })),
      project && queryClient.prefetchQuery(trpc.projects.missing.queryOptions({ id: project.id })),
      project?.publishedServiceId && queryClient.prefetchQuery(trpc.servers.list.queryOptions()),
    ])
  },
  component: lazyPage(() => import('./projects-page.tsx'), 'ProjectsPage'),
})

const applications = createRoute({
  getParentRoute: () => shellArea,
  path: '/applications',
  staticData: { title: 'Applications', above: { to: '/projects', label: 'Projects' } },
  loader: ({ context: { queryClient, trpc } }) =>
    Promise.all([
      queryClient.prefetchQuery(trpc.projects.outline.queryOptions()),
      queryClient.prefetchQuery(trpc.servers.list.queryOptions()),
    ]),
  component: lazyPage(() => import('./applications-page.tsx'), 'ApplicationsPage'),
})

export const routes = [projects, applications] as const
