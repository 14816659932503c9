import { type QueryClient, type QueryKey, useMutation, useQuery } from '@tanstack/react-query'
import { getUntypedClient, type TRPCClient, type TRPCUntypedClient } from '@trpc/client'
import type { CreateTRPCReact, createTRPCQueryUtils, getQueryKey } from '@trpc/react-query'
import { createContext, createElement, type ReactNode, useContext, useMemo } from 'react'
import type { AppRouter } from '#app/router.ts'
import { grow } from './lib/grow.ts'

// The hooks and tools that @trpc/react-query describes, as far as they are used: it would bring those for suspense,
// subscriptions and endless lists to every page. A verb that is missing here is a TypeError at its first use.

type Path = readonly string[]
type Options = { trpc?: object } | undefined
type Calls = { client: TRPCUntypedClient<AppRouter>; queryClient: QueryClient; utils: QueryUtils }

/** Reads and changes what the browser has of the calls: `utils.orders.list.invalidate()`. */
export type QueryUtils = ReturnType<typeof createTRPCQueryUtils<AppRouter>>

/** Of a call with its input, or of everything below a path. */
function keyOf(path: Path, input: unknown, type?: 'query'): QueryKey {
  if (input !== undefined || type)
    return [path, { ...(input !== undefined && { input }), ...(type && { type }) }]
  return path.length > 0 ? [path] : []
}

/** The key of a query in the cache: `queryKeyOf(trpc.servers.stats, { id }, 'query')`. */
export const queryKeyOf = ((procedure: unknown, input?: unknown, type?: 'query' | 'any') =>
  keyOf(
    (procedure as ReturnType<typeof hooks>)._def().path,
    input,
    type === 'any' ? undefined : type,
  )) as typeof getQueryKey

type UtilsOptions = { queryClient: QueryClient; client: TRPCClient<AppRouter> }

/** The tools over one cache, for loaders; below `trpc.Provider` they are those of `trpc.useUtils()`. */
export function createQueryUtils({ queryClient, client }: UtilsOptions): QueryUtils {
  const untyped = getUntypedClient(client)
  const tools = (path: Path) => {
    const name = path.join('.')
    const query = (input: unknown, options: Options) => ({
      ...options,
      queryKey: keyOf(path, input, 'query'),
      queryFn: () => untyped.query(name, input, options?.trpc),
    })
    return {
      queryOptions: query,
      fetch: (input: unknown, options: Options) => queryClient.fetchQuery(query(input, options)),
      prefetch: (input: unknown, options: Options) => queryClient.prefetchQuery(query(input, options)),
      ensureData: (input: unknown, options: Options) => queryClient.ensureQueryData(query(input, options)),
      getData: (input: unknown) => queryClient.getQueryData(keyOf(path, input, 'query')),
      setData: (input: unknown, updater: unknown) => {
        queryClient.setQueryData(keyOf(path, input, 'query'), updater)
      },
      cancel: (input: unknown, options?: object) =>
        queryClient.cancelQueries({ queryKey: keyOf(path, input) }, options),
      invalidate: (input: unknown, filters?: object, options?: object) =>
        queryClient.invalidateQueries({ ...filters, queryKey: keyOf(path, input) }, options),
    }
  }
  return grow(tools) as unknown as QueryUtils
}

const CallsContext = createContext<Calls | null>(null)

function useCalls(): Calls {
  const calls = useContext(CallsContext)
  if (!calls) throw new Error('there is no trpc.Provider above')
  return calls
}

function Provider({ queryClient, client, children }: UtilsOptions & { children: ReactNode }) {
  const value = useMemo(
    () => ({
      queryClient,
      client: getUntypedClient(client),
      utils: createQueryUtils({ queryClient, client }),
    }),
    [queryClient, client],
  )
  return createElement(CallsContext, { value }, children)
}

function hooks(path: Path) {
  const name = path.join('.')
  return {
    _def: () => ({ path }),
    useQuery: (input: unknown, options: Options) => {
      const { client, queryClient } = useCalls()
      const queryFn = () => client.query(name, input, options?.trpc)
      return useQuery({ ...options, queryKey: keyOf(path, input, 'query'), queryFn }, queryClient)
    },
    useMutation: (options: Options) => {
      const { client, queryClient } = useCalls()
      const mutationFn = (input: unknown) => client.mutation(name, input, options?.trpc)
      return useMutation({ ...options, mutationKey: [path], mutationFn }, queryClient)
    },
  }
}

/** Hooks of every call: `trpc.orders.list.useQuery()`. The same tree serves the page on the server and in the browser. */
export const trpc = Object.assign(grow(hooks), {
  Provider,
  useUtils: () => useCalls().utils,
}) as unknown as CreateTRPCReact<AppRouter, unknown>
