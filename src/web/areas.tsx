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
  /** Loaders read by it: `queryClient.prefetchQuery(trpc.orders.list.queryOptions())`. */
  trpc: TRPCOptionsProxy<AppRouter>
  /** What the application is composed of. */
  features: readonly WebFeature[]
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Name of the page, for the window's title and the header. */
    title?: string
    /** The page above it in the breadcrumb; the dashboard unless given. */
    above?: { to: string; label: string }
    /** What is said while the page is on its way, `Loading Domains...` by its title unless given. */
    loading?: string
    /** Private to the account: whoever views as the customer reads only that it is. */
    isPrivate?: true
    /** Complete without a script: the application loads when the browser is idle. */
    isPublic?: boolean
    /** A tab of the page of a site under its title, by its order among them; members of these roles have it. */
    siteTab?: { order: number; members?: readonly MemberRole[] }
  }
}

export const rootRoute = createRootRouteWithContext<PageContext>()({
  component: Root,
  notFoundComponent: lazyPublicPage(() => import('./public/public-not-found.tsx'), 'PublicNotFound'),
})

/** Pages for everybody, without the signed-in shell. */
export const publicArea = createRoute({
  getParentRoute: () => rootRoute,
  id: 'public',
  staticData: { isPublic: true },
})

/** Pages that require a session; anybody else goes to /auth and returns. Without the shell. */
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

/** Every address in the shell that is no page's: what is missing is said inside the frame. */
export const shellMissing = createRoute({
  getParentRoute: () => shellArea,
  path: '$',
  staticData: { title: 'Page Not Found' },
  // Not before loading: what that throws is shown in place of the frame.
  loader: () => {
    throw notFound()
  },
  notFoundComponent: missingPage,
})

/** The page of one site, with a tab for each page under it; services draw its frame. */
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

/** What a private page reads before it is shown: nothing for an administrator who views as the customer, and would be refused. */
export const privately =
  (load: (context: PageContext) => Promise<unknown>) =>
  ({ context }: { context: PageContext }): Promise<unknown> | undefined =>
    readViewer(context.queryClient)?.viewing ? undefined : load(context)

/** Pages for administrators, as tabs of one desk; for anybody else they do not exist. */
export const administratorArea = createRoute({
  getParentRoute: () => shellArea,
  id: 'administrator',
  staticData: { above: { to: '/admin', label: 'Admin Panel' } },
  component: lazyPage(() => import('./desk/desk-layout.tsx'), 'DeskLayout'),
  // Its own: that of the area above would take the place of the shell.
  notFoundComponent: missingPage,
  beforeLoad: ({ context }) => {
    if (!context.viewer.isAdmin) throw notFound()
  },
})
