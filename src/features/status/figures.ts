import { countTestedServices } from '#features/backups/service/count-tested-services.ts'
import { measureApprovals } from '#features/orders/service/measure-approvals.ts'
import type { JobContext } from '#server/context.ts'
import { after, day } from '#shared/time.ts'
import { shownDays, testedWithinDays } from './contract.ts'

type Measured = { name: 'approvals' | 'restoreTests'; value: number; sample: number }

/** Measures slow figures and stores them, so that visitors of the page only read them. */
export async function measureFigures({ store, now }: JobContext): Promise<void> {
  const measuredAt = now()
  const approvals = await measureApprovals(store, after(measuredAt, -shownDays * day))
  const tested = await countTestedServices(store, after(measuredAt, -testedWithinDays * day))
  const measured: Measured[] = [
    { name: 'approvals', value: approvals.medianMs, sample: approvals.orders },
    { name: 'restoreTests', value: tested.tested, sample: tested.services },
  ]
  await store.tx(async (tx) => {
    const { statusFigures } = tx.t
    for (const { name, ...figure } of measured)
      await tx
        .insert(statusFigures)
        .values({ name, ...figure, measuredAt })
        .onConflictDoUpdate({ target: statusFigures.name, set: { ...figure, measuredAt } })
  })
}
