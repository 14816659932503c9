import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type RegisteredRouter, RouterProvider } from '@tanstack/react-router'
import type { TRPCClient } from '@trpc/client'
import type { AppRouter } from '#app/router.ts'
import type { WebFeature } from './feature.ts'
import type { ColorScheme } from './lib/color-scheme.ts'
import { ColorSchemeProvider } from './lib/use-color-scheme.ts'
import { type Site, SiteProvider } from './site.tsx'
import { TRPCProvider } from './trpc.ts'
import { AppBoundary } from './ui/app-boundary.tsx'
import { ToastHost } from './ui/overlays/toast-host.tsx'
import { RenderedAtProvider } from './ui/values/values.tsx'
import { FeaturesProvider } from './use-features.ts'

export type AppProps = {
  router: RegisteredRouter
  features: readonly WebFeature[]
  queryClient: QueryClient
  client: TRPCClient<AppRouter>
  site: Site
  colorScheme: ColorScheme
}

/** The whole tree, the same on the server and in the browser. */
export function App({ router, features, queryClient, client, site, colorScheme }: AppProps) {
  return (
    <SiteProvider value={site}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <ColorSchemeProvider value={colorScheme}>
            <AppBoundary>
              <RenderedAtProvider value={site.renderedAt}>
                <FeaturesProvider value={features}>
                  <RouterProvider router={router} />
                </FeaturesProvider>
              </RenderedAtProvider>
              <ToastHost />
            </AppBoundary>
          </ColorSchemeProvider>
        </QueryClientProvider>
      </TRPCProvider>
    </SiteProvider>
  )
}
