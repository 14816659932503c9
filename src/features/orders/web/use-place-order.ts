import { useRef, useState } from 'react'
import type { PlacedOrder } from '#features/orders/contract.ts'
import { ApiError, statusOf } from '#web/lib/api-error.ts'
import { randomKey } from '#web/lib/random-key.ts'
import { trpc } from '#web/trpc.ts'
import { showToast } from '#web/ui/toast.ts'
import { texts } from '../contract.ts'

/** The server looked at the order and said no; the same key would only repeat that answer. */
const isRefused = (error: unknown): boolean => {
  const status = statusOf(error)
  return status >= 400 && status < 500 && status !== 401 && status !== 429
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.body.code : undefined)

/** The sentence that belongs under the domain, if the failure is about it. */
const domainProblem = (error: unknown) => (error instanceof ApiError ? error.body.fields?.domain : undefined)

/**
 * Places one order per dialog: a second click while the first is under way does nothing, and a repeat after a lost answer
 * travels under the same Idempotency-Key.
 */
export function usePlaceOrder(onPlaced: (order: PlacedOrder) => void) {
  const utils = trpc.useUtils()
  const [key, setKey] = useState(randomKey)
  const inFlight = useRef(false)
  const { mutate, isPending, error } = trpc.orders.create.useMutation({
    trpc: { context: { idempotencyKey: key } },
    meta: { failure: texts.failed, failureText: texts.failedText },
    onSuccess: (order) => {
      void utils.servers.list.invalidate(undefined, { refetchType: 'all' })
      void utils.orders.list.invalidate(undefined, { refetchType: 'all' })
      showToast({ title: texts.placed, description: texts.placedText })
      onPlaced(order)
    },
    onError: (failure) => {
      if (isRefused(failure)) setKey(randomKey())
      if (codeOf(failure) === 'PRICE_CHANGED') void utils.catalogue.all.invalidate()
    },
    onSettled: () => {
      inFlight.current = false
    },
  })
  const place = (order: Parameters<typeof mutate>[0]) => {
    if (inFlight.current) return
    inFlight.current = true
    mutate(order)
  }
  return {
    place,
    isPlacing: isPending,
    domainProblem: domainProblem(error),
    isPriceChanged: codeOf(error) === 'PRICE_CHANGED',
  }
}
