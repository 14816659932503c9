import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keep, readKept } from '#web/lib/kept.ts'
import { usePolled } from '#web/lib/polled.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/toast.ts'
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

const unwanted = 'cloud-sample-removed'

/** Somebody took the sample away: in this browser it comes back only when it is asked for. */
export const rememberSampleRemoved = (): void => keep(unwanted, 'yes')

/**
 * Lays the sample data: when asked to, and by itself once when the account has no instances
 * (docs/product.md, "Sample data").
 */
export function useSeeding(all: AllServices | undefined) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const seeding = useMutation(
    trpc.cloud.createResource.mutationOptions({
      meta: { failure: texts.createFailed },
      onSettled: () => queryClient.invalidateQueries(trpc.cloud.pathFilter()),
    }),
  )
  const { mutate } = seeding
  const hasAsked = useRef(false)
  const isBare = all?.instances.length === 0
  useEffect(() => {
    if (!isBare || hasAsked.current || readKept(unwanted)) return
    hasAsked.current = true
    mutate({ action: 'seed-sample-data' }, { onSuccess: ({ seeded }) => seeded && tellSeeded() })
  }, [isBare, mutate])
  const seed = () => {
    keep(unwanted, null)
    mutate({ action: 'seed-sample-data' }, { onSuccess: ({ seeded }) => (seeded ? tellSeeded : tellLaid)() })
  }
  const isSeeded = all?.providers.some(({ sample }) => sample) ?? false
  return { seed, isSeeding: seeding.isPending, isSeeded }
}

const tellSeeded = (): void => showToast({ title: texts.created, description: texts.createdText })
const tellLaid = (): void => showToast({ title: texts.seeded, description: texts.seededText })
