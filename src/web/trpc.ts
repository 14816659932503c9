import { createTRPCContext } from '@trpc/tanstack-react-query'
import type { AppRouter } from '#app/router.ts'

/**
 * Typed calls: `useQuery(useTRPC().orders.list.queryOptions())`. The same on the server and in
 * the browser.
 */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>()
