import { createTRPCReact } from '@trpc/react-query'
import type { AppRouter } from '#server/router.ts'

/** Hooks of every call: `trpc.orders.list.useQuery()`. The same tree serves the page on the server and in the browser. */
export const trpc = createTRPCReact<AppRouter>()
