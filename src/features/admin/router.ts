import { z } from 'zod'
import { removeTwoFactorInput } from '#features/auth/contract/security.ts'
import { userOutput } from '#features/auth/contract.ts'
import { removeTwoFactor } from '#features/auth/security/remove-two-factor.ts'
import { getUser, listUsers, updateUserFlags } from '#features/auth/service/users/users.ts'
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
import { mailOutput } from '#features/mail/contract.ts'
import { contactMessageOutput } from '#features/support/contract.ts'
import { administrator, router } from '#server/trpc.ts'
import { byId, listOf, ok } from '#shared/schema.ts'
import { adminDomainOutput, adminZoneOutput, listDomainsInput, secondariesOutput } from './contract/names.ts'
import {
  adminServiceOutput,
  adminUserOutput,
  auditOutput,
  driverOutput,
  failedBackupOutput,
  healthOutput,
  jobOutput,
  listJobsInput,
  listServicesInput,
  overviewOutput,
  pageInput,
  searchInput,
  suspendInput,
  updateUserInput,
} from './contract.ts'
import { listContactMessages } from './service/contact-messages.ts'
import { checkDomain, listAllDomains } from './service/domains.ts'
import { listFailedBackups } from './service/failed-backups.ts'
import { listMails } from './service/mails.ts'
import { readOverview } from './service/overview.ts'
import { askSecondaries } from './service/secondaries.ts'
import { change, listAllServices } from './service/services.ts'
import { listAudit, listDrivers, listJobs, readHealth, retryFailedJob } from './service/system.ts'
import { listAllZones } from './service/zones.ts'

const serviceChange = (name: Parameters<typeof change>[0], summary: string) =>
  administrator
    .meta({ rest: `POST /api/admin/services/:id/${name}`, summary })
    .input(suspendInput)
    .output(adminServiceOutput)
    .mutation(({ ctx, input }) => change(name)(ctx, input))

const services = router({
  list: administrator
    .meta({ rest: 'GET /api/admin/services', summary: 'Lists the services of all customers, newest first.' })
    .input(listServicesInput)
    .output(listOf(adminServiceOutput))
    .query(({ ctx, input }) => listAllServices(ctx, input)),
  suspend: serviceChange('suspend', 'Suspends a service, whose site then says so.'),
  unsuspend: serviceChange('unsuspend', 'Puts a suspended service back to work.'),
  terminate: serviceChange('terminate', 'Ends a service.'),
  restore: serviceChange('restore', 'Brings a terminated service back while its data is kept.'),
  retry: serviceChange('retry', 'Tries a failed activation again.'),
})

const domains = router({
  list: administrator
    .meta({ rest: 'GET /api/admin/domains', summary: 'Lists the domains of all customers, newest first.' })
    .input(listDomainsInput)
    .output(listOf(adminDomainOutput))
    .query(({ ctx, input }) => listAllDomains(ctx, input)),
  check: administrator
    .meta({
      rest: 'POST /api/admin/domains/:id/check',
      summary: 'Has the proof of a domain that is not verified looked for within seconds.',
    })
    .input(byId)
    .output(adminDomainOutput)
    .mutation(({ ctx, input }) => checkDomain(ctx, input)),
})

const zones = router({
  list: administrator
    .meta({
      rest: 'GET /api/admin/zones',
      summary: 'Lists the zones of all customers, and how this node serves each.',
    })
    .input(listDomainsInput)
    .output(listOf(adminZoneOutput))
    .query(({ ctx, input }) => listAllZones(ctx, input)),
  secondaries: administrator
    .meta({
      rest: 'GET /api/admin/zones/:id/secondaries',
      summary: 'Asks each secondary by which serial it has a zone.',
    })
    .input(byId)
    .output(secondariesOutput)
    .query(({ ctx, input }) => askSecondaries(ctx, input)),
})

const users = router({
  list: administrator
    .meta({
      rest: 'GET /api/admin/users',
      summary: 'Lists customers, searched by prefix of email or mobile.',
    })
    .input(searchInput)
    .output(listOf(adminUserOutput))
    .query(({ ctx, input }) => listUsers(ctx, input)),
  get: administrator
    .meta({
      rest: 'GET /api/admin/users/:id',
      summary: 'Shows a customer with the number of their services.',
    })
    .input(byId)
    .output(adminUserOutput)
    .query(({ ctx, input }) => getUser(ctx, input)),
  update: administrator
    .meta({ rest: 'PATCH /api/admin/users/:id', summary: 'Grants or withdraws the rights of somebody else.' })
    .input(updateUserInput)
    .output(userOutput)
    .mutation(({ ctx, input }) => updateUserFlags(ctx, input)),
  removeTwoFactor: administrator
    .meta({
      rest: 'POST /api/admin/users/:id/two-factor/disable',
      summary: 'Removes the second factor and the passkeys of somebody who proved who they are.',
      // It wants a fresh proof, which no key can give.
      scope: 'session',
      example: { reason: 'They called from the number of the account, and named their last order.' },
    })
    .input(removeTwoFactorInput)
    .output(ok)
    .mutation(({ ctx, input }) => removeTwoFactor(ctx, input)),
})

const categories = router({
  list: administrator
    .meta({ rest: 'GET /api/admin/service-categories', summary: 'Lists the categories of plans.' })
    .output(z.array(categoryOutput))
    .query(({ ctx }) => listCategories(ctx)),
  create: administrator
    .meta({ rest: 'POST /api/admin/service-categories', summary: 'Adds a category of plans.', status: 201 })
    .input(createCategoryInput)
    .output(categoryOutput)
    .mutation(({ ctx, input }) => createCategory(ctx, input)),
  update: administrator
    .meta({
      rest: 'PATCH /api/admin/service-categories/:id',
      summary: 'Changes a category; absent fields stay as they are.',
    })
    .input(updateCategoryInput)
    .output(categoryOutput)
    .mutation(({ ctx, input }) => updateCategory(ctx, input)),
})

const plans = router({
  list: administrator
    .meta({ rest: 'GET /api/admin/pricing-plans', summary: 'Lists all plans, archived ones included.' })
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
      summary: 'Changes or archives a plan; absent fields stay as they are.',
    })
    .input(updatePlanInput)
    .output(adminPlanOutput)
    .mutation(({ ctx, input }) => updatePlan(ctx, input)),
})

const jobs = router({
  list: administrator
    .meta({ rest: 'GET /api/admin/jobs', summary: 'Lists durable jobs, newest first.' })
    .input(listJobsInput)
    .output(listOf(jobOutput))
    .query(({ ctx, input }) => listJobs(ctx, input)),
  retry: administrator
    .meta({ rest: 'POST /api/admin/jobs/:id/retry', summary: 'Tries a failed job again.' })
    .input(byId)
    .output(jobOutput)
    .mutation(({ ctx, input }) => retryFailedJob(ctx, input)),
})

export const adminRouter = router({
  services,
  domains,
  zones,
  users,
  categories,
  plans,
  jobs,
  audit: administrator
    .meta({ rest: 'GET /api/admin/audit', summary: 'Lists the entries of the audit log, newest first.' })
    .input(pageInput)
    .output(listOf(auditOutput))
    .query(({ ctx, input }) => listAudit(ctx, input)),
  mails: administrator
    .meta({ rest: 'GET /api/admin/mails', summary: 'Lists outgoing mails with their state of delivery.' })
    .input(pageInput)
    .output(listOf(mailOutput))
    .query(({ ctx, input }) => listMails(ctx, input)),
  contactMessages: administrator
    .meta({
      rest: 'GET /api/admin/contact-messages',
      summary: 'Lists messages from the contact form, newest first.',
    })
    .input(pageInput)
    .output(listOf(contactMessageOutput))
    .query(({ ctx, input }) => listContactMessages(ctx, input)),
  failedBackups: administrator
    .meta({ rest: 'GET /api/admin/failed-backups', summary: 'Lists the backups that failed lately.' })
    .input(pageInput)
    .output(listOf(failedBackupOutput))
    .query(({ ctx, input }) => listFailedBackups(ctx, input)),
  overview: administrator
    .meta({ rest: 'GET /api/admin/overview', summary: 'Gives the figures of the administration overview.' })
    .output(overviewOutput)
    .query(({ ctx }) => readOverview(ctx)),
  health: administrator
    .meta({ rest: 'GET /api/admin/health', summary: 'Says how the portal is doing and what is wrong.' })
    .output(healthOutput)
    .query(({ ctx }) => readHealth(ctx)),
  drivers: administrator
    .meta({
      rest: 'GET /api/admin/drivers',
      summary: 'Lists the connections to the outside and checks each.',
    })
    .output(z.array(driverOutput))
    .query(({ ctx }) => listDrivers(ctx)),
})
