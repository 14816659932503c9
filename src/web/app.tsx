import { type MantineColorScheme, MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { TRPCClient } from '@trpc/client'
import type { AppRouter } from '#app/router.ts'
import { cookieSchemeManager } from './lib/color-scheme.ts'
import type { PageRouter } from './router.tsx'
import { type Site, SiteProvider } from './site.tsx'
import { cssVariablesResolver, theme } from './theme.ts'
import { trpc } from './trpc.ts'
import { AppBoundary } from './ui/app-boundary.tsx'
import { ToastHost } from './ui/toast-host.tsx'
import { RenderedAtProvider } from './ui/values.tsx'

export type AppProps = {
  router: PageRouter
  queryClient: QueryClient
  client: TRPCClient<AppRouter>
  site: Site
  colorScheme: MantineColorScheme
}

/** The whole tree, the same on the server and in the browser. */
export function App({ router, queryClient, client, site, colorScheme }: AppProps) {
  return (
    <SiteProvider value={site}>
      <trpc.Provider client={client} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <MantineProvider
            theme={theme}
            cssVariablesResolver={cssVariablesResolver}
            colorSchemeManager={cookieSchemeManager}
            defaultColorScheme={colorScheme}
          >
            <AppBoundary>
              <RenderedAtProvider value={site.renderedAt}>
                <RouterProvider router={router} />
              </RenderedAtProvider>
              <ToastHost />
            </AppBoundary>
          </MantineProvider>
        </QueryClientProvider>
      </trpc.Provider>
    </SiteProvider>
  )
}
