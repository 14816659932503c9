import type { Tx } from '#db/types.ts'

type Done = {
  userId: string
  /** What it is about, so that it is done once. */
  of: string
  step: string
  serviceId?: string | null
  domainId?: string | null
  name: string
  at: Date
}

/** Notes what was done. @throws Duplicate `renewal_steps_key` when it was done already */
export async function noteStep(tx: Tx, { of, ...done }: Done): Promise<void> {
  await tx.insert(tx.t.renewalSteps).values({ ...done, key: `${of} ${done.step}` })
}
