import { createRoute } from '@tanstack/react-router'
import { shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/lazy-page.ts'
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
  loader: async ({ context: { utils }, deps }) => {
    const { project, file } = selectOpen(await utils.projects.outline.fetch(), deps)
    await Promise.all([
      file && utils.projects.files.get.prefetch({ fileId: file.id }),
      project && utils.projects.missing.prefetch({ id: project.id }),
      project?.publishedServiceId && utils.servers.list.prefetch(),
    ])
  },
  component: lazyPage(() => import('./projects-page.tsx'), 'ProjectsPage'),
})

const applications = createRoute({
  getParentRoute: () => shellArea,
  path: '/applications',
  staticData: { title: 'Applications' },
  loader: ({ context: { utils } }) =>
    Promise.all([utils.projects.outline.prefetch(), utils.servers.list.prefetch()]),
  component: lazyPage(() => import('./applications-page.tsx'), 'ApplicationsPage'),
})

export const routes = [projects, applications] as const
