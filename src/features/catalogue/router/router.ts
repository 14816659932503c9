import { z } from 'zod'
import { router, visitor } from '#server/trpc/trpc.ts'
import { categoryOutput, planOutput, plansInput } from '../contract/contract.ts'
import { listCatalogue, listCategories, listPlans } from '../service/read.ts'

export const catalogueRouter = router({
  categories: visitor
    .meta({ rest: 'GET /api/service-categories', summary: 'Lists the categories of available plans.' })
    .output(z.array(categoryOutput))
    .query(({ ctx }) => listCategories(ctx)),
  plans: visitor
    .meta({ rest: 'GET /api/pricing-plans/:categoryId', summary: 'Lists the plans of a category.' })
    .input(plansInput)
    .output(z.array(planOutput))
    .query(({ ctx, input }) => listPlans(ctx, input)),
  all: visitor
    .meta({ shared: { from: 'any', by: {} }, summary: 'Lists the categories with their plans.' })
    .output(z.array(categoryOutput.extend({ plans: z.array(planOutput) })))
    .query(({ ctx }) => listCatalogue(ctx)),
})
