import { z } from 'zod'
import { customer, router } from '#server/trpc.ts'
import { byId, page } from '#shared/schema.ts'
import { serviceOutput } from './contract.ts'
import { getService, listServices } from './service.ts'

export const serversRouter = router({
  list: customer
    .meta({ rest: ['GET /api/user-services', 'GET /api/user/services'] })
    .input(page.optional())
    .output(z.array(serviceOutput))
    .query(({ ctx, input }) => listServices(ctx, input)),
  get: customer
    .meta({ rest: 'GET /api/user-services/:id' })
    .input(byId)
    .output(serviceOutput)
    .query(({ ctx, input }) => getService(ctx, input)),
})
