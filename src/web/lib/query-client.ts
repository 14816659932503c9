import { hashKey, MutationCache, type MutationKey, QueryCache, QueryClient } from '@tanstack/react-query'
import { dismissFailure, showToast } from '#web/ui/toast.ts'
import { failureSentence, fieldErrors, statusOf } from './api-error.ts'
import { onReconnected } from './connection.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Title of the toast of a failure; `false` when the form or the screen shows it itself. */
      failure?: string | false
      /** Text of the toast when the server sent no message, or in place of it. */
      failureText?: string
      /** Open to visitors: a 401 is a wrong password, not the end of a session. */
      anonymous?: boolean
      /** Sent by a form, which shows the errors of its fields itself. */
      form?: boolean
    }
  }
}

/** From the toast of an expired session to leaving the page, in milliseconds. */
export const loggedOutDelay = 500

export const loggedOutToast = {
  title: 'Unauthorized',
  description: 'You are logged out. Logging in again...',
  variant: 'destructive',
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

/** Calls of one procedure share one toast of failure. */
const aboutOf = ({ options: { mutationKey } }: { options: { mutationKey?: MutationKey | undefined } }) =>
  mutationKey ? { about: hashKey(mutationKey) } : {}

/** Offline, a call fails at once and says so; otherwise it would wait in silence and be sent when nobody expects it any more. */
const networkMode = 'always'

/** Some field is wrong, and nothing else: its form shows that. */
const isInvalid = (error: Error): boolean =>
  statusOf(error) === 422 && Object.keys(fieldErrors(error)).length > 0

/** A cache with the request rules of docs/product.md, "Polling": no refetch on focus, no polling, nothing goes stale, no retry. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (statusOf(error) === 401) sessionEnded()
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        const { meta } = mutation
        if (statusOf(error) === 401 && !meta?.anonymous) return sessionEnded()
        if (meta?.failure === false) return
        if (meta?.form && isInvalid(error)) return
        showToast({
          title: meta?.failure ?? 'Something went wrong',
          description: meta?.failureText ?? failureSentence(error),
          variant: 'destructive',
          ...aboutOf(mutation),
        })
      },
      onSuccess: (_data, _variables, _result, mutation) => {
        const { about } = aboutOf(mutation)
        if (about !== undefined) dismissFailure(about)
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
        networkMode,
      },
      mutations: { retry: false, networkMode },
    },
  })

/** Queries that failed while the server was gone are repeated when it is back. */
export const readAgainWhenBack = (cache: QueryClient): (() => void) =>
  onReconnected(() => void cache.invalidateQueries({ predicate: ({ state }) => state.error !== null }))
