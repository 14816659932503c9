import { z } from 'zod'
import { administrator, router } from '#server/trpc/trpc.ts'
import {
  adminPlanOutput,
  categoryOutput,
  createCategoryInput,
  createPlanInput,
  updateCategoryInput,
  updatePlanInput,
} from '../contract/contract.ts'
import { createCategory, updateCategory } from '../service/categories.ts'
import { createPlan, updatePlan } from '../service/plans.ts'
import { listAllPlans, listCategories } from '../service/read.ts'

const categories = router({
  list: administrator
    .meta({ rest: 'GET /api/admin/service-categories', summary: 'Lists the plan categories.' })
    .output(z.array(categoryOutput))
    .query(({ ctx }) => listCategories(ctx)),
  create: administrator
    .meta({ rest: 'POST /api/admin/service-categories', summary: 'Adds a plan category.', status: 201 })
    .input(createCategoryInput)
    .output(categoryOutput)
    .mutation(({ ctx, input }) => createCategory(ctx, input)),
  update: administrator
    .meta({
      rest: 'PATCH /api/admin/service-categories/:id',
      summary: 'Changes a category; missing fields stay unchanged.',
    })
    .input(updateCategoryInput)
    .output(categoryOutput)
    .mutation(({ ctx, input }) => updateCategory(ctx, input)),
})

const plans = router({
  list: administrator
    .meta({ rest: 'GET /api/admin/pricing-plans', summary: 'Lists all plans, including archived ones.' })
    .output(z.array(adminPlanOutput))
    .query(({ ctx }) => listAllPlans(ctx)),
  create: administrator
    .meta({ rest: 'POST /api/admin/pricing-plans', summary: 'Adds a plan to a category.', status: 201 })
    .input(createPlanInput)
    .output(adminPlanOutput)
    .mutation(({ ctx, input }) => createPlan(ctx, input)),
  update: administrator
    .meta({
      rest: 'PATCH /api/admin/pricing-plans/:id',
      summary: 'Changes or archives a plan; missing fields stay unchanged.',
    })
    .input(updatePlanInput)
    .output(adminPlanOutput)
    .mutation(({ ctx, input }) => updatePlan(ctx, input)),
})

/** Part of the procedure group `admin`. */
export const deskProcedures = { categories, plans }
