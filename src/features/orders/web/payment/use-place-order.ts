import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, failureSentence, statusOf } from '#web/lib/calls/api-error.ts'
import { randomKey } from '#web/lib/calls/random-key.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import type { PlacedOrder } from '../../contract/contract.ts'
import { texts } from '../../contract/contract.ts'

/** The server refused the order; the same key would only repeat that response. */
const isRefused = (error: unknown): boolean => {
  const status = statusOf(error)
  return status >= 400 && status < 500 && status !== 401 && status !== 429
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.body.code : undefined)

/** The message for the domain field, if the failure is about it. */
const domainProblem = (error: unknown) => (error instanceof ApiError ? error.body.fields?.domain : undefined)

/** The message of a failure that no other part of the form shows. */
function otherProblem(error: unknown): string | undefined {
  const isTold = !error || statusOf(error) === 401 || codeOf(error) === 'PRICE_CHANGED'
  return isTold || domainProblem(error) ? undefined : failureSentence(error)
}

/** Why the order failed: the server's message after a refusal, else the usual one. */
const reasonOf = (error: unknown): string =>
  [403, 429].includes(statusOf(error)) ? failureSentence(error) : texts.failedText

type OrderRequest = { planId: string; amount: number; paymentMethod: 'credit_card'; domain?: string }

/**
 * Places one order per dialog: ignores a second click during the first call, and retries a lost response under the same
 * Idempotency-Key.
 */
export function usePlaceOrder(onPlaced: (order: PlacedOrder) => void) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [key, setKey] = useState(randomKey)
  const inFlight = useRef(false)
  const [sentDomain, setSentDomain] = useState('')
  const { mutate, isPending, error } = useMutation(
    trpc.orders.create.mutationOptions({
      trpc: { context: { idempotencyKey: key } },
      meta: { failure: false },
      onSuccess: (order) => {
        void queryClient.invalidateQueries({ ...trpc.servers.list.queryFilter(), refetchType: 'all' })
        void queryClient.invalidateQueries({ ...trpc.orders.list.queryFilter(), refetchType: 'all' })
        showToast({ title: texts.placed, description: texts.placedText })
        onPlaced(order)
      },
      onError: (failure) => {
        // The shell reports an expired session.
        if (statusOf(failure) !== 401)
          showToast({ title: texts.failed, description: reasonOf(failure), variant: 'destructive' })
        if (isRefused(failure)) setKey(randomKey())
        if (codeOf(failure) === 'PRICE_CHANGED')
          void queryClient.invalidateQueries(trpc.catalogue.all.queryFilter())
      },
      onSettled: () => {
        inFlight.current = false
      },
    }),
  )
  const place = (order: OrderRequest) => {
    if (inFlight.current) return
    inFlight.current = true
    setSentDomain(order.domain ?? '')
    mutate(order)
  }
  return {
    place,
    isPlacing: isPending,
    problem: otherProblem(error),
    /** The error of this domain, if it was the one sent. */
    domainProblemOf: (domain: string) => (domain === sentDomain ? domainProblem(error) : undefined),
    isPriceChanged: codeOf(error) === 'PRICE_CHANGED',
  }
}
