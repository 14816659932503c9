import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { usePolled } from '#web/lib/calls/polled.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { texts } from '../contract/texts.ts'
import type { AllServices } from '../contract.ts'

/** Whether a cached query is one of the cloud's others, which change with what is polled. */
const isOther = (queryKey: readonly unknown[]): boolean => {
  const [path] = queryKey
  return Array.isArray(path) && path[0] === 'cloud' && path[1] !== 'allServices'
}

/** The eight lists, polled; whatever else is on screen is read again when they changed. */
export function useCloud() {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const queryKey = trpc.cloud.allServices.queryKey()
  const query = usePolled<AllServices>({ queryKey, path: '/api/cloud/all-services' })
  const { data } = query
  const seen = useRef(data)
  useEffect(() => {
    if (seen.current && seen.current !== data)
      void cache.invalidateQueries({ predicate: (other) => isOther(other.queryKey) })
    seen.current = data
  }, [data, cache])
  return query
}

/**
 * Lays the sample data: when asked to, and by itself when there are no instances and the account never had it
 * (docs/product.md, "Sample data").
 */
export function useSeeding(all: AllServices | undefined) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const seeding = useMutation(
    trpc.cloud.createResource.mutationOptions({
      meta: { failure: texts.createFailed },
      // The others on screen follow the polled lists.
      onSettled: () => queryClient.invalidateQueries(trpc.cloud.allServices.queryFilter()),
    }),
  )
  const { mutate } = seeding
  const hasAsked = useRef(false)
  const isBare = all?.instances.length === 0
  useEffect(() => {
    if (!isBare || hasAsked.current) return
    hasAsked.current = true
    mutate({ action: 'seed-sample-data', once: true }, { onSuccess: ({ seeded }) => seeded && tellSeeded() })
  }, [isBare, mutate])
  const seed = () =>
    mutate({ action: 'seed-sample-data' }, { onSuccess: ({ seeded }) => (seeded ? tellSeeded : tellLaid)() })
  const isSeeded = all?.providers.some(({ sample }) => sample) ?? false
  return { seed, isSeeding: seeding.isPending, isSeeded }
}

const tellSeeded = (): void => showToast({ title: texts.created, description: texts.createdText })
const tellLaid = (): void => showToast({ title: texts.seeded, description: texts.seededText })
