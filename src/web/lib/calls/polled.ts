import { type Query, type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { second } from '#shared/time.ts'
import { errorOfResponse, readJson } from './api-error.ts'
import { watchedFetch } from './watched-fetch.ts'

/** Polling interval in milliseconds. */
export const pollInterval = 5 * second

type Answer = { tag: string; data: unknown }

/** The last response of each polled query that had an ETag; dropped with the query. */
const answers = new WeakMap<Query, Answer>()

/** Fetches the path for a query; a 304 returns the previous data. @throws ApiError when the response is not OK. */
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
  /** The key of a loader's first result: `trpc.servers.stats.queryKey({ id })`. */
  queryKey: QueryKey
  /** The polled REST path, `/api/server-stats/…`. */
  path: string
  /** Keeps the present data and stops polling. */
  isPaused?: boolean
  /** Interval in milliseconds; 5 s by default. */
  everyMs?: number
}

/**
 * Refetches a query from its REST path every 5 s while the tab is visible (docs/product/live-and-limits.md, "Polling").
 * It starts with the rendered data. A failure keeps the present data, and polling continues.
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
