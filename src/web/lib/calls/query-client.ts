import {
  CancelledError,
  hashKey,
  MutationCache,
  type MutationKey,
  type Query,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query'
import { dismissFailure, showToast } from '../../ui/overlays/toast.ts'
import { failureSentence, statusOf } from './api-error.ts'
import { checkConnection, onReconnected } from './connection.ts'
import { wasJustRefused } from './refused.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Title of the failure toast; `false` where the screen shows the failure itself, or must not show it. */
      failure?: string | false
      /** Text of the failure toast, in place of the server's message. */
      failureText?: string
      /** Open to visitors: a 401 means a wrong password, not an expired session. */
      anonymous?: boolean
    }
  }
}

/** Delay in milliseconds between the toast of an expired session and leaving the page. */
export const loggedOutDelay = 500

export const loggedOutToast = {
  title: 'Unauthorized',
  description: 'You are logged out. Logging in again...',
  variant: 'destructive',
  isLast: true,
} as const

let leaving = false

/** While the user signs out, refusals are expected. */
export const expectSessionEnd = (isExpected: boolean): void => {
  leaving = isExpected
}

function sessionEnded(): void {
  if (leaving || typeof window === 'undefined') return
  leaving = true
  showToast(loggedOutToast)
  const { pathname, search } = window.location
  const target = `/api/login?next=${encodeURIComponent(pathname + search)}`
  setTimeout(() => {
    leaving = false
    window.location.assign(target)
  }, loggedOutDelay)
}

/** Subject of toasts about a lost connection; any successful change dismisses them. */
const lostConnection = 'connection'

/** Calls of one procedure share one failure toast. */
const aboutOf = ({ options: { mutationKey } }: { options: { mutationKey?: MutationKey | undefined } }) =>
  mutationKey ? { about: hashKey(mutationKey) } : {}

type AnyQuery = Query<unknown, unknown, unknown>

/** One toast per failing query until it succeeds again. */
function createReadFailures() {
  const known = new WeakSet<AnyQuery>()
  const fail = async (error: Error, query: AnyQuery): Promise<void> => {
    if (statusOf(error) === 401) return sessionEnded()
    if (error instanceof CancelledError || typeof window === 'undefined' || known.has(query)) return
    known.add(query)
    // While the server is unreachable, the banner covers all queries.
    if (statusOf(error) === 0 && !(await checkConnection())) return
    showToast({
      title: 'This could not be loaded',
      description: failureSentence(error),
      variant: 'destructive',
    })
  }
  const succeed = (query: AnyQuery): void => {
    known.delete(query)
  }
  return { fail, succeed }
}

/** Offline, a call fails immediately; otherwise it would wait silently and be sent when the user no longer expects it. */
const networkMode = 'always'

/** A cache with the request rules of docs/product/live-and-limits.md, "Polling": no refetch on focus, no polling, nothing goes stale, no retry. */
export function createQueryClient(): QueryClient {
  const reading = createReadFailures()
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => void reading.fail(error, query),
      onSuccess: (_data, query) => reading.succeed(query),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        const { meta } = mutation
        if (statusOf(error) === 401 && !meta?.anonymous) return sessionEnded()
        if (meta?.failure === false) return
        showToast({
          title: meta?.failure ?? 'Something went wrong',
          description: meta?.failureText ?? failureSentence(error),
          variant: 'destructive',
          ...(statusOf(error) === 0 ? { about: lostConnection } : aboutOf(mutation)),
        })
      },
      onSuccess: (_data, _variables, _result, mutation) => {
        const { about } = aboutOf(mutation)
        if (about !== undefined) dismissFailure(about)
        dismissFailure(lostConnection)
      },
    }),
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: typeof window === 'undefined' ? Number.POSITIVE_INFINITY : 300_000,
        retry: false,
        retryOnMount: (query) => !wasJustRefused(query),
        networkMode,
      },
      mutations: { retry: false, networkMode },
    },
  })
}

/** Refetches queries that failed while the server was unreachable. */
export const readAgainWhenBack = (cache: QueryClient): (() => void) =>
  onReconnected(() => void cache.invalidateQueries({ predicate: ({ state }) => state.error !== null }))
