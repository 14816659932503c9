import { z } from 'zod'
import { router, visitor } from '#server/trpc.ts'
import { categoryOutput, planOutput, plansInput } from './contract.ts'
import { listCatalogue, listCategories, listPlans } from './service/read.ts'

export const catalogueRouter = router({
  categories: visitor
    .meta({ rest: 'GET /api/service-categories' })
    .output(z.array(categoryOutput))
    .query(({ ctx }) => listCategories(ctx)),
  plans: visitor
    .meta({ rest: 'GET /api/pricing-plans/:categoryId' })
    .input(plansInput)
    .output(z.array(planOutput))
    .query(({ ctx, input }) => listPlans(ctx, input)),
  all: visitor
    .output(z.array(categoryOutput.extend({ plans: z.array(planOutput) })))
    .query(({ ctx }) => listCatalogue(ctx)),
})
