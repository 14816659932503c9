import { z } from 'zod'
import { userOutput } from '#features/auth/contract.ts'
import { getUser, listUsers, updateUserFlags } from '#features/auth/service/users.ts'
import {
  adminPlanOutput,
  categoryOutput,
  createCategoryInput,
  createPlanInput,
  updateCategoryInput,
  updatePlanInput,
} from '#features/catalogue/contract.ts'
import { createCategory, updateCategory } from '#features/catalogue/service/categories.ts'
import { createPlan, updatePlan } from '#features/catalogue/service/plans.ts'
import { listAllPlans, listCategories } from '#features/catalogue/service/read.ts'
import { adminOrderOutput, approveInput, listOrdersInput, rejectInput } from '#features/orders/contract.ts'
import { contactMessageOutput } from '#features/support/contract.ts'
import { administrator, router } from '#server/trpc.ts'
import { byId } from '#shared/schema.ts'
import {
  adminServiceOutput,
  adminUserOutput,
  auditOutput,
  driverOutput,
  failedBackupOutput,
  healthOutput,
  jobOutput,
  listJobsInput,
  listOf,
  listServicesInput,
  mailOutput,
  orderDetailOutput,
  overviewOutput,
  pageInput,
  searchInput,
  suspendInput,
  updateUserInput,
} from './contract.ts'
import { listContactMessages } from './service/contact-messages.ts'
import { listFailedBackups } from './service/failed-backups.ts'
import { listMails } from './service/mails.ts'
import { approve, getOrder, listOrders, reject } from './service/orders.ts'
import { readOverview } from './service/overview.ts'
import { change, listAllServices } from './service/services.ts'
import { listAudit, listDrivers, listJobs, readHealth, retryFailedJob } from './service/system.ts'

const orders = router({
  list: administrator
    .meta({ rest: 'GET /api/admin/orders' })
    .input(listOrdersInput)
    .output(listOf(adminOrderOutput))
    .query(({ ctx, input }) => listOrders(ctx, input)),
  get: administrator
    .meta({ rest: 'GET /api/admin/orders/:id' })
    .input(byId)
    .output(orderDetailOutput)
    .query(({ ctx, input }) => getOrder(ctx, input)),
  approve: administrator
    .meta({ rest: 'POST /api/admin/orders/:id/approve' })
    .input(approveInput)
    .output(orderDetailOutput)
    .mutation(({ ctx, input }) => approve(ctx, input)),
  reject: administrator
    .meta({ rest: 'POST /api/admin/orders/:id/reject' })
    .input(rejectInput)
    .output(orderDetailOutput)
    .mutation(({ ctx, input }) => reject(ctx, input)),
})

const serviceChange = (name: Parameters<typeof change>[0]) =>
  administrator
    .meta({ rest: `POST /api/admin/services/:id/${name}` })
    .input(suspendInput)
    .output(adminServiceOutput)
    .mutation(({ ctx, input }) => change(name)(ctx, input))

const services = router({
  list: administrator
    .meta({ rest: 'GET /api/admin/services' })
    .input(listServicesInput)
    .output(listOf(adminServiceOutput))
    .query(({ ctx, input }) => listAllServices(ctx, input)),
  suspend: serviceChange('suspend'),
  unsuspend: serviceChange('unsuspend'),
  terminate: serviceChange('terminate'),
  retry: serviceChange('retry'),
})

const users = router({
  list: administrator
    .meta({ rest: 'GET /api/admin/users' })
    .input(searchInput)
    .output(listOf(adminUserOutput))
    .query(({ ctx, input }) => listUsers(ctx, input)),
  get: administrator
    .meta({ rest: 'GET /api/admin/users/:id' })
    .input(byId)
    .output(adminUserOutput)
    .query(({ ctx, input }) => getUser(ctx, input)),
  update: administrator
    .meta({ rest: 'PATCH /api/admin/users/:id' })
    .input(updateUserInput)
    .output(userOutput)
    .mutation(({ ctx, input }) => updateUserFlags(ctx, input)),
})

const categories = router({
  list: administrator
    .meta({ rest: 'GET /api/admin/service-categories' })
    .output(z.array(categoryOutput))
    .query(({ ctx }) => listCategories(ctx)),
  create: administrator
    .meta({ rest: 'POST /api/admin/service-categories', status: 201 })
    .input(createCategoryInput)
    .output(categoryOutput)
    .mutation(({ ctx, input }) => createCategory(ctx, input)),
  update: administrator
    .meta({ rest: 'PATCH /api/admin/service-categories/:id' })
    .input(updateCategoryInput)
    .output(categoryOutput)
    .mutation(({ ctx, input }) => updateCategory(ctx, input)),
})

const plans = router({
  list: administrator
    .meta({ rest: 'GET /api/admin/pricing-plans' })
    .output(z.array(adminPlanOutput))
    .query(({ ctx }) => listAllPlans(ctx)),
  create: administrator
    .meta({ rest: 'POST /api/admin/pricing-plans', status: 201 })
    .input(createPlanInput)
    .output(adminPlanOutput)
    .mutation(({ ctx, input }) => createPlan(ctx, input)),
  update: administrator
    .meta({ rest: 'PATCH /api/admin/pricing-plans/:id' })
    .input(updatePlanInput)
    .output(adminPlanOutput)
    .mutation(({ ctx, input }) => updatePlan(ctx, input)),
})

const jobs = router({
  list: administrator
    .meta({ rest: 'GET /api/admin/jobs' })
    .input(listJobsInput)
    .output(listOf(jobOutput))
    .query(({ ctx, input }) => listJobs(ctx, input)),
  retry: administrator
    .meta({ rest: 'POST /api/admin/jobs/:id/retry' })
    .input(byId)
    .output(jobOutput)
    .mutation(({ ctx, input }) => retryFailedJob(ctx, input)),
})

export const adminRouter = router({
  orders,
  services,
  users,
  categories,
  plans,
  jobs,
  audit: administrator
    .meta({ rest: 'GET /api/admin/audit' })
    .input(pageInput)
    .output(listOf(auditOutput))
    .query(({ ctx, input }) => listAudit(ctx, input)),
  mails: administrator
    .meta({ rest: 'GET /api/admin/mails' })
    .input(pageInput)
    .output(listOf(mailOutput))
    .query(({ ctx, input }) => listMails(ctx, input)),
  contactMessages: administrator
    .meta({ rest: 'GET /api/admin/contact-messages' })
    .input(pageInput)
    .output(listOf(contactMessageOutput))
    .query(({ ctx, input }) => listContactMessages(ctx, input)),
  failedBackups: administrator
    .meta({ rest: 'GET /api/admin/failed-backups' })
    .input(pageInput)
    .output(listOf(failedBackupOutput))
    .query(({ ctx, input }) => listFailedBackups(ctx, input)),
  overview: administrator
    .meta({ rest: 'GET /api/admin/overview' })
    .output(overviewOutput)
    .query(({ ctx }) => readOverview(ctx)),
  health: administrator
    .meta({ rest: 'GET /api/admin/health' })
    .output(healthOutput)
    .query(({ ctx }) => readHealth(ctx)),
  drivers: administrator
    .meta({ rest: 'GET /api/admin/drivers' })
    .output(z.array(driverOutput))
    .query(({ ctx }) => listDrivers(ctx)),
})
