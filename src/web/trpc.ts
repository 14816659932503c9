import { createTRPCContext } from '@trpc/tanstack-react-query'
import type { AppRouter } from '#app/router.ts'

/**
 * Options of every call: `useQuery(useTRPC().orders.list.queryOptions())`. The same tree serves the page on the server and in
 * the browser.
 */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>()
