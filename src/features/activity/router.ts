import { z } from 'zod'
import { customer, router } from '#server/trpc/trpc.ts'
import { activityOutput } from './contract.ts'
import { listActivity } from './service.ts'

export const activityRouter = router({
  list: customer
    .meta({ summary: 'Lists your long-running work: in progress, or ended within seven days.' })
    .output(z.array(activityOutput))
    .query(({ ctx }) => listActivity(ctx)),
})
