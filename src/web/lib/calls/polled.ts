import { type Query, type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { second } from '#shared/time.ts'
import { errorOfResponse, readJson } from './api-error.ts'
import { watchedFetch } from './watched-fetch.ts'

/** From one poll to the next, in milliseconds. */
export const pollInterval = 5 * second

type Answer = { tag: string; data: unknown }

/** The last answer of each polled query that carried an ETag; gone with the query. */
const answers = new WeakMap<Query, Answer>()

/** Reads the path for a query: a 304 returns the previous answer. @throws ApiError when the answer is not OK. */
async function poll(query: Query | undefined, path: string, signal: AbortSignal): Promise<unknown> {
  const known = query && answers.get(query)
  const headers = known ? { 'if-none-match': known.tag } : undefined
  const response = await watchedFetch(path, {
    credentials: 'include',
    signal,
    ...(headers ? { headers } : {}),
  })
  if (known && response.status === 304) return known.data
  if (!response.ok) throw await errorOfResponse(response)
  const data: unknown = await readJson(response)
  const tag = response.headers.get('etag')
  if (query && tag) answers.set(query, { tag, data })
  else if (query) answers.delete(query)
  return data
}

type PolledOptions = {
  /** The key under which a loader put the first answer: `trpc.servers.stats.queryKey({ id })`. */
  queryKey: QueryKey
  /** The REST path that is polled, `/api/server-stats/…`. */
  path: string
  /** Keeps the present data and stops polling. */
  isPaused?: boolean
  /** Milliseconds from one poll to the next; 5 s unless the data change more rarely. */
  everyMs?: number
}

/**
 * A query that is read again on its REST path every 5 s while the tab is visible (docs/product/conventions.md, "Polling").
 * It begins with what the page was rendered with. A failure leaves the data that is there, and the next poll is tried.
 */
export function usePolled<Data>(options: PolledOptions): UseQueryResult<Data> {
  const { queryKey, path, isPaused = false, everyMs = pollInterval } = options
  return useQuery<Data>({
    queryKey,
    queryFn: ({ client, signal }) =>
      poll(client.getQueryCache().find({ queryKey, exact: true }), path, signal) as Promise<Data>,
    refetchInterval: isPaused ? false : everyMs,
    refetchIntervalInBackground: false,
  })
}
