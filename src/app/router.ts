import { activityRouter } from '#features/activity/router.ts'
import { adminRouter } from '#features/admin/router.ts'
import { authRouter } from '#features/auth/router.ts'
import { creation, restoring, testing } from '#features/backups/jobs.ts'
import { backupsRouter } from '#features/backups/router.ts'
import {
  mendingSchedules,
  repairing,
  restoreTests,
  runSchedules,
  sweepingFolders,
} from '#features/backups/tasks.ts'
import { catalogueRouter } from '#features/catalogue/router.ts'
import { refreshing } from '#features/cloud/jobs.ts'
import { cloudRouter } from '#features/cloud/router.ts'
import { endTransitions } from '#features/cloud/tasks.ts'
import { settling, sweepingFiles } from '#features/files/jobs.ts'
import { filesRouter } from '#features/files/router.ts'
import { sendMails } from '#features/mail/jobs.ts'
import { rollingUp, sampling } from '#features/monitoring/tasks.ts'
import { ordersRouter } from '#features/orders/router.ts'
import { projectsRouter } from '#features/projects/router.ts'
import { provisioning } from '#features/services/jobs.ts'
import { serversRouter } from '#features/services/router.ts'
import { supportRouter } from '#features/support/router.ts'
import { notingHead, sealing } from '#server/audit-sealing.ts'
import { auditingDenials } from '#server/denials.ts'
import { sweeping } from '#server/housekeeping.ts'
import type { Work } from '#server/jobs.ts'
import { checkAtOnce } from '#server/output-check.ts'
import { router } from '#server/trpc.ts'

const routers = router({
  auth: authRouter,
  catalogue: catalogueRouter,
  orders: ordersRouter,
  projects: projectsRouter,
  servers: serversRouter,
  files: filesRouter,
  backups: backupsRouter,
  cloud: cloudRouter,
  support: supportRouter,
  activity: activityRouter,
  admin: adminRouter,
})

export const appRouter = checkAtOnce(routers)

export type AppRouter = typeof appRouter

/** Durable work of the features, and what is done at an interval; each lane goes on whatever the others are at. */
export const lanes: Work[] = [
  // Every five seconds, however long a mail takes.
  { handlers: [], chores: [sampling, rollingUp] },
  { handlers: [provisioning], chores: [auditingDenials, sealing, notingHead, sweeping, endTransitions] },
  // A mail server that hangs delays no activation.
  { handlers: [], chores: [sendMails] },
  { handlers: [], chores: [settling] },
  // A copy of a whole service takes minutes: no mail and no activation waits for it.
  {
    handlers: [creation, restoring, testing],
    chores: [sweepingFiles, repairing, sweepingFolders, mendingSchedules, runSchedules, restoreTests],
  },
  // A cloud provider that hangs keeps nobody else waiting.
  { handlers: [], chores: [refreshing] },
]
