import { z } from 'zod'
import { customer, router } from '#server/trpc.ts'
import { activityOutput } from './contract.ts'
import { listActivity } from './service.ts'

export const activityRouter = router({
  list: customer.output(z.array(activityOutput)).query(({ ctx }) => listActivity(ctx)),
})
