import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useDeskChanged } from '#web/desk/use-desk-changed.ts'
import { failureSentence } from '#web/lib/calls/api-error.ts'
import { useTRPC } from '#web/trpc.ts'
import type { AdminOrder } from '../../contract/desk.ts'

export type Outcome = { state: 'approving' } | { state: 'approved' } | { state: 'failed'; reason: string }

/** Approves orders one after the other, each in a call of its own: one that fails stops none of the others. */
export function useApproveAll(orders: readonly AdminOrder[]) {
  const trpc = useTRPC()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [isRunning, setRunning] = useState(false)
  const deskChanged = useDeskChanged()
  // Its failure is shown beside the order.
  const approve = useMutation(trpc.ordersDesk.approve.mutationOptions({ meta: { failure: false } }))
  const note = (id: string, outcome: Outcome) => setOutcomes((before) => new Map(before).set(id, outcome))
  const approveOne = async (id: string) => {
    note(id, { state: 'approving' })
    try {
      await approve.mutateAsync({ id })
      note(id, { state: 'approved' })
    } catch (error) {
      note(id, { state: 'failed', reason: failureSentence(error) })
    }
  }
  const run = async () => {
    setRunning(true)
    for (const { id } of orders) if (outcomes.get(id)?.state !== 'approved') await approveOne(id)
    setRunning(false)
    await deskChanged()
  }
  return { outcomes, isRunning, run }
}
