import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, notFound, redirect } from '@tanstack/react-router'
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query'
import type { AppRouter } from '#app/router.ts'
import type { MemberRole } from '#shared/member-roles.ts'
import { siteName } from '#shared/names/site-name.ts'
import type { WebFeature } from './feature.ts'
import { statusOf } from './lib/calls/api-error.ts'
import { lazyPage, lazyPublicPage, lazyTool } from './lib/navigation/lazy-page.ts'
import { Root } from './root.tsx'
import { readViewer } from './viewer.ts'

export type PageContext = {
  queryClient: QueryClient
  /** Used by loaders: `queryClient.prefetchQuery(trpc.orders.list.queryOptions())`. */
  trpc: TRPCOptionsProxy<AppRouter>
  /** The features of this application. */
  features: readonly WebFeature[]
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Page title, for the window and the header. */
    title?: string
    /** The parent page in the breadcrumb; the dashboard by default. */
    above?: { to: string; label: string }
    /** Loading text, `Loading Domains...` from its title by default. */
    loading?: string
    /** Private to the account: an administrator viewing as the customer sees only a notice. */
    isPrivate?: true
    /** Complete without a script; the application loads when the browser is idle. */
    isPublic?: boolean
    /** A tab of a site's page, in this order; `members` limits it to these roles. */
    siteTab?: { order: number; members?: readonly MemberRole[] }
  }
}

export const rootRoute = createRootRouteWithContext<PageContext>()({
  component: Root,
  notFoundComponent: lazyPublicPage(() => import('./public/public-not-found.tsx'), 'PublicNotFound'),
})

/** Public pages, without the signed-in shell. */
export const publicArea = createRoute({
  getParentRoute: () => rootRoute,
  id: 'public',
  staticData: { isPublic: true },
})

/** Pages that require a session; visitors sign in at /auth and return. Without the shell. */
export const signedInArea = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: ({ context, location }) => {
    const viewer = readViewer(context.queryClient)
    if (!viewer) throw redirect({ href: `/auth?next=${encodeURIComponent(location.publicHref)}` })
    return { viewer }
  },
})

export const missingPage = lazyPage(() => import('./shell/not-found-page.tsx'), 'MissingPage')

/** Pages inside the signed-in shell, with its navigation. */
export const shellArea = createRoute({
  getParentRoute: () => signedInArea,
  id: 'shell',
  component: lazyTool(() => import('./shell/shell.tsx'), 'ShellLayout'),
  // Shown in place of the shell's outlet, so without a frame of its own.
  notFoundComponent: missingPage,
})

/** Any other path in the shell: the not-found page shows inside the frame. */
export const shellMissing = createRoute({
  getParentRoute: () => shellArea,
  path: '$',
  staticData: { title: 'Page Not Found' },
  // In the loader, as an error thrown before loading would replace the frame.
  loader: () => {
    throw notFound()
  },
  notFoundComponent: missingPage,
})

/** A site's page, with a tab for each page under it; the services feature draws its frame. */
export const siteArea = createRoute({
  getParentRoute: () => shellArea,
  path: '/server-management/$serviceId',
  staticData: { above: { to: '/websites', label: 'Websites' } },
  loader: ({ context: { queryClient, trpc }, params: { serviceId: id } }) =>
    Promise.all([
      queryClient.prefetchQuery(trpc.servers.overview.queryOptions()),
      queryClient.fetchQuery(trpc.servers.get.queryOptions({ id })).catch((error: unknown) => {
        throw statusOf(error) === 404 ? notFound() : error
      }),
    ]),
  head: ({ loaderData }) => ({ meta: [{ title: loaderData && siteName(loaderData[1]) }] }),
})

/** Loads a private page's data; skipped for an administrator viewing as the customer, who would be refused. */
export const privately =
  (load: (context: PageContext) => Promise<unknown>) =>
  ({ context }: { context: PageContext }): Promise<unknown> | undefined =>
    readViewer(context.queryClient)?.viewing ? undefined : load(context)

/** Administrator pages, as tabs of the desk; not found for other users. */
export const administratorArea = createRoute({
  getParentRoute: () => shellArea,
  id: 'administrator',
  staticData: { above: { to: '/admin', label: 'Admin Panel' } },
  component: lazyPage(() => import('./desk/desk-layout.tsx'), 'DeskLayout'),
  // A component of its own: the parent area's would replace the shell.
  notFoundComponent: missingPage,
  beforeLoad: ({ context }) => {
    if (!context.viewer.isAdmin) throw notFound()
  },
})
