import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { createTRPCClient } from '@trpc/client'
import type { ReactNode } from 'react'
import type { AppRouter } from '#app/router.ts'
import { type CallProcedure, callerLinks } from '#web/lib/calls/links.ts'
import { createQueryClient } from '#web/lib/calls/query-client.ts'
import { SiteProvider } from '#web/site.tsx'
import { TRPCProvider } from '#web/trpc.ts'
import { ToastHost } from '#web/ui/overlays/toast-host.tsx'

/** Renders a part of the application with its toasts; `call` answers its calls. */
export function renderWithCalls(children: ReactNode, call: CallProcedure, queryClient = createQueryClient()) {
  const client = createTRPCClient<AppRouter>({ links: callerLinks(call) })
  return render(
    <SiteProvider value={{ companyName: 'Hosting Portal' }}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <MantineProvider env="test">
            {children}
            <ToastHost />
          </MantineProvider>
        </QueryClientProvider>
      </TRPCProvider>
    </SiteProvider>,
  )
}
