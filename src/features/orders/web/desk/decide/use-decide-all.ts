import { useState } from 'react'
import { useDeskChanged } from '#web/desk/use-desk-changed.ts'
import { failureSentence } from '#web/lib/calls/api-error.ts'
import type { AdminOrder } from '../../../contract/desk.ts'

export type Outcome = { state: 'running' } | { state: 'done' } | { state: 'failed'; reason: string }

/** Decides orders one after another, each in its own call: a failure does not stop the others. */
export function useDecideAll(orders: readonly AdminOrder[], decide: (id: string) => Promise<unknown>) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [isRunning, setRunning] = useState(false)
  const deskChanged = useDeskChanged()
  const note = (id: string, outcome: Outcome) => setOutcomes((before) => new Map(before).set(id, outcome))
  const decideOne = async (id: string) => {
    note(id, { state: 'running' })
    try {
      await decide(id)
      note(id, { state: 'done' })
    } catch (error) {
      note(id, { state: 'failed', reason: failureSentence(error) })
    }
  }
  const run = async () => {
    setRunning(true)
    for (const { id } of orders) if (outcomes.get(id)?.state !== 'done') await decideOne(id)
    setRunning(false)
    await deskChanged()
  }
  const left = orders.filter(({ id }) => outcomes.get(id)?.state !== 'done').length
  return { outcomes, isRunning, left, run }
}
