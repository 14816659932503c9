import { createRoute, notFound } from '@tanstack/react-router'
import { missingPage, shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { readConsoleSearch } from './console-search.ts'

/** `/databases/<id>?tab=&schema=&table=&sort=`; the page loads the contents of the database. */
const databaseConsole = createRoute({
  getParentRoute: () => shellArea,
  path: '/databases/$id',
  staticData: { title: 'Database', above: { to: '/databases', label: 'Databases' }, isPrivate: true },
  validateSearch: readConsoleSearch,
  loader: async ({ context: { queryClient, trpc }, params: { id } }) => {
    const all = await queryClient.fetchQuery(trpc.databases.list.queryOptions({}))
    const database = all.find((each) => each.id === id)
    if (!database) throw notFound()
    return { name: database.dbName }
  },
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.name }] }),
  component: lazyPage(() => import('./console-page.tsx'), 'ConsolePage'),
  notFoundComponent: missingPage,
})

export const routes = [databaseConsole] as const
