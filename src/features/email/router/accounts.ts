import { z } from 'zod'
import { customer } from '#server/trpc.ts'
import { statsOutput } from '../contract.ts'
import { readStats } from '../service/stats.ts'

/** Accounts, what they hold in sum, and the domains they can be made under. */
export const accountProcedures = {
  stats: customer
    .meta({
      rest: 'GET /api/email/stats',
      summary: 'Counts the messages and the storage of your email accounts.',
    })
    .input(z.object({}))
    .output(statsOutput)
    .query(({ ctx }) => readStats(ctx)),
}
