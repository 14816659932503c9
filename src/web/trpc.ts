import { createTRPCReact } from '@trpc/react-query'
import type { AppRouter } from '#app/router.ts'

/** Hooks of every call: `trpc.orders.list.useQuery()`. The same tree serves the page on the server and in the browser. */
export const trpc = createTRPCReact<AppRouter>()
