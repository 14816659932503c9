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
      /** Title of the toast of a failure; `false` where the screen shows the failure itself, or must not show it. */
      failure?: string | false
      /** Text of the toast when the server sent no message, or in place of it. */
      failureText?: string
      /** Open to visitors: a 401 is a wrong password, not the end of a session. */
      anonymous?: boolean
    }
  }
}

/** From the toast of an expired session to leaving the page, in milliseconds. */
export const loggedOutDelay = 500

export const loggedOutToast = {
  title: 'Unauthorized',
  description: 'You are logged out. Logging in again...',
  variant: 'destructive',
  isLast: true,
} as const

let leaving = false

/** The user signs out: refusals from now on are expected. */
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

/** What a toast about a lost connection is about: any change that works proves it wrong. */
const lostConnection = 'connection'

/** Calls of one procedure share one toast of failure. */
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
    // While the server is gone a banner says so for all of them.
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

/** Offline, a call fails at once and says so; otherwise it would wait in silence and be sent when nobody expects it any more. */
const networkMode = 'always'

/** A cache with the request rules of docs/product/conventions.md, "Polling": no refetch on focus, no polling, nothing goes stale, no retry. */
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

/** Queries that failed while the server was gone are repeated when it is back. */
export const readAgainWhenBack = (cache: QueryClient): (() => void) =>
  onReconnected(() => void cache.invalidateQueries({ predicate: ({ state }) => state.error !== null }))
