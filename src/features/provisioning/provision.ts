import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { appendAudit } from '#db/audit/audit.ts'
import type { Store, Tx } from '#db/types.ts'
import { connectOrdered } from '#features/domains/connecting/connect-ordered.ts'
import { hasSiteFolder, makeSiteFolder } from '#features/hosting/site-folder.ts'
import { readSupervised } from '#features/hosting/supervisor/target.ts'
import { lockServedNames } from '#features/names/names.ts'
import { notify } from '#features/notifications/service/notify.ts'
import type { provisioningSteps } from '#features/services/contract/contract.ts'
import { activateService, noteProgress, provisionKind } from '#features/services/lifecycle/lifecycle.ts'
import { publish } from '#server/answers/mutate.ts'
import type { JobContext } from '#server/context.ts'
import type { JobHandler } from '#server/jobs/job-handler.ts'
import { serviceActivated } from './mails.ts'

type ServiceRow = Store['t']['userServices']['$inferSelect']

const payload = z.object({ userId: z.string(), serviceId: z.string() })
type Target = z.output<typeof payload>

/** A provisioning step; it first checks whether it is already done, so that a run can be taken over at any point. */
type Step = {
  name: (typeof provisioningSteps)[number]
  isDone(ctx: JobContext, service: ServiceRow): Promise<boolean> | boolean
  run(ctx: JobContext, service: ServiceRow): Promise<void>
}

const own = (store: Pick<Store, 't'>, { userId, serviceId }: Target) => {
  const { userServices } = store.t
  return and(eq(userServices.userId, userId), eq(userServices.id, serviceId))
}

async function readService(ctx: JobContext, target: Target): Promise<ServiceRow | undefined> {
  const [row] = await ctx.store.read.select().from(ctx.store.t.userServices).where(own(ctx.store, target))
  return row
}

async function notifyActive(tx: Tx, ctx: JobContext, service: ServiceRow): Promise<void> {
  const { pricingPlans } = tx.t
  const [plan] = await tx.select().from(pricingPlans).where(eq(pricingPlans.id, service.planId))
  if (!plan) return
  const template = serviceActivated({ relatedId: service.orderId ?? service.id, planName: plan.name })
  await notify(tx, ctx, { userId: service.userId, kind: 'service.activated', template })
}

/** Status, mail, audit entry and the ordered domain in one transaction, and only once: the status is the guard. */
async function activate(ctx: JobContext, service: ServiceRow): Promise<void> {
  const now = ctx.now()
  const owner = { ...ctx, user: { id: service.userId } }
  await ctx.store.tx(async (tx) => {
    // Lock order: the name comes first.
    if (service.domain !== null) await lockServedNames(tx, service.domain)
    if (!(await activateService(tx, service, now))) return
    await notifyActive(tx, ctx, service)
    await appendAudit(tx, {
      at: now,
      actorId: null,
      action: 'service.activate',
      targetType: 'service',
      targetId: service.id,
      userId: service.userId,
      note: null,
    })
    const { id: serviceId, domain } = service
    publish(tx, ctx, { userId: service.userId, kind: 'service', id: service.id, status: 'active' })
    if (domain !== null) await connectOrdered(tx, owner, { serviceId, domain })
  })
}

const isOff = ({ servers }: JobContext): boolean => servers.driver.mode === 'off'

const steps: Step[] = [
  {
    name: 'folder',
    isDone: (ctx, service) => hasSiteFolder(ctx.env.DATA_DIR, service.id),
    run: (ctx, service) => makeSiteFolder(ctx.env.DATA_DIR, service.id),
  },
  {
    name: 'address',
    isDone: (_, service) => service.serverIp !== null,
    run: (ctx, service) =>
      ctx.store.tx((tx) => noteProgress(tx, service, { serverIp: ctx.env.SERVER_IP, now: ctx.now() })),
  },
  {
    // An active service must respond, so the process starts listening first.
    name: 'server',
    isDone: (ctx, service) => isOff(ctx) || ctx.servers.processOf(service.id) !== null,
    async run(ctx, service) {
      const supervised = await readSupervised(ctx, service.id)
      if (supervised) await ctx.servers.start(supervised.target)
    },
  },
  { name: 'activate', isDone: (_, service) => service.status !== 'pending', run: activate },
]

/** Provisions an approved service step by step and activates it (docs/product/services.md, "Provisioning"). */
export const provision: JobHandler = {
  kind: provisionKind,
  isHere: (ctx) => isOff(ctx) || ctx.servers.isOpen,
  async run(ctx, job) {
    const target = payload.parse(job.payload)
    for (const step of steps) {
      const service = await readService(ctx, target)
      if (service?.status !== 'pending') return
      if (await step.isDone(ctx, service)) continue
      await ctx.store.tx((tx) =>
        noteProgress(tx, service, {
          provisioningState: 'running',
          provisioningAttempts: job.attempts,
          provisioningStep: step.name,
          now: ctx.now(),
        }),
      )
      await step.run(ctx, service)
    }
  },
  async failed(tx, ctx, { job, message, outcome }) {
    const { userId, serviceId: id } = payload.parse(job.payload)
    await noteProgress(
      tx,
      { userId, id },
      {
        provisioningState: outcome,
        provisioningAttempts: job.attempts,
        provisioningMessage: message,
        now: ctx.now(),
      },
    )
  },
}
