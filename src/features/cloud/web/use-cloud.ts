import { type Query, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { usePolled } from '#web/lib/calls/polled.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { useViewer } from '#web/viewer.ts'
import type { AllServices } from '../contract.ts'
import { texts } from '../entities/contract/texts.ts'

/** Whether a cached query is one of the cloud's others, which change with the polled lists. */
const isOther = (queryKey: readonly unknown[]): boolean => {
  const [path] = queryKey
  return Array.isArray(path) && path[0] === 'cloud' && path[1] !== 'allServices'
}

/** The eight lists, polled; a change reloads all other cloud data on the screen. */
export function useCloud() {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const queryKey = trpc.cloud.allServices.queryKey()
  const query = usePolled<AllServices>({ queryKey, path: '/api/cloud/all-services' })
  const { data, isFetching } = query
  const seen = useRef(data)
  /** The load times of the other queries when the poll started. */
  const readAt = useRef(new Map<string, number>())
  useEffect(() => {
    if (!isFetching) return
    const others = cache.getQueryCache().findAll({ predicate: ({ queryKey }) => isOther(queryKey) })
    readAt.current = new Map(others.map(({ queryHash, state }) => [queryHash, state.dataUpdatedAt]))
  }, [isFetching, cache])
  useEffect(() => {
    // A published change has already reloaded all of them: not twice.
    const isOlder = ({ queryHash, state }: Query) =>
      state.fetchStatus === 'idle' && state.dataUpdatedAt === readAt.current.get(queryHash)
    if (seen.current && seen.current !== data)
      void cache.invalidateQueries({ predicate: (other) => isOther(other.queryKey) && isOlder(other) })
    seen.current = data
  }, [data, cache])
  return query
}

/**
 * Creates the sample data: on request, and automatically when there are no instances and the account never had it
 * (docs/product/cloud.md, "Sample data").
 */
export function useSeeding(all: AllServices | undefined) {
  const trpc = useTRPC()
  // The lists follow the event that announces the new rows.
  const { mutate, reset, isPending, data } = useMutation(
    trpc.cloud.createResource.mutationOptions({ meta: { failure: texts.createFailed } }),
  )
  const hasRequested = useRef(false)
  // An administrator who views as the customer changes nothing.
  const isViewed = useViewer()?.viewing !== undefined
  const isBare = !isViewed && all?.instances.length === 0
  useEffect(() => {
    if (!isBare || hasRequested.current) return
    hasRequested.current = true
    mutate({ action: 'seed-sample-data', once: true }, { onSuccess: ({ seeded }) => seeded && showCreated() })
  }, [isBare, mutate])
  const seed = () =>
    mutate(
      { action: 'seed-sample-data' },
      { onSuccess: ({ seeded }) => (seeded ? showCreated : showExisting)() },
    )
  const isSeeded = all?.providers.some(({ sample }) => sample) ?? false
  const isAwaited = data?.seeded === true
  useEffect(() => {
    if (isAwaited && isSeeded) reset()
  }, [isAwaited, isSeeded, reset])
  return { seed, isSeeding: isPending || isAwaited, isSeeded }
}

const showCreated = (): void => showToast({ title: texts.created, description: texts.createdText })
const showExisting = (): void => showToast({ title: texts.seeded, description: texts.seededText })
