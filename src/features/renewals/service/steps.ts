import type { Tx } from '#db/types.ts'

type StepRecord = {
  userId: string
  /** Key of the step, which can be recorded only once. */
  of: string
  step: string
  serviceId?: string | null
  domainId?: string | null
  name: string
  at: Date
}

/** Records a step. @throws Duplicate `renewal_steps_key` when it was recorded already */
export async function recordStep(tx: Tx, { of, ...done }: StepRecord): Promise<void> {
  await tx.insert(tx.t.renewalSteps).values({ ...done, key: `${of} ${done.step}` })
}
