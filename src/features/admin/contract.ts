import { z } from 'zod'
import { userOutput } from '#features/auth/contract.ts'
import { adminOrderOutput } from '#features/orders/contract/desk.ts'
import { serviceOutput, serviceStatuses } from '#features/services/contract.ts'
import { id, instant, line, maybeInstant, searchText } from '#shared/schema.ts'

/** Administrator lists are keyset-paged. */
export const paging = {
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
}

export const pageInput = z.object(paging)
export const searchInput = z.object({ ...paging, q: searchText(254).optional() })

const noChoice = ['', 'all'] as const
export const choice = <const V extends readonly [string, ...string[]]>(values: V) =>
  z
    .enum([...noChoice, ...values])
    .optional()
    .transform((value) => (value === '' || value === 'all' ? undefined : (value as V[number] | undefined)))

const jobStatuses = ['queued', 'running', 'done', 'failed'] as const

export const listServicesInput = z.object({
  ...paging,
  status: choice(serviceStatuses),
  q: searchText(254).optional(),
})
export const listJobsInput = z.object({ ...paging, status: choice(jobStatuses) })

export const adminServiceOutput = serviceOutput.extend({
  user: z.object({ id: z.string(), email: z.string() }),
  orderId: z.string().nullable(),
  activatedAt: maybeInstant,
  /** Until when one that has ended can be brought back. */
  restorableUntil: maybeInstant,
})
export type AdminService = z.output<typeof adminServiceOutput>

export const suspendInput = z.object({ id, reason: line(500).nullish() })

export const adminUserOutput = userOutput.extend({
  activeServices: z.number(),
  pendingServices: z.number(),
  hasTwoFactor: z.boolean(),
  passkeys: z.number(),
})
export type AdminUser = z.output<typeof adminUserOutput>

export const updateUserInput = z.object({
  id,
  isAdmin: z.boolean().optional(),
  hasAdminAccess: z.boolean().optional(),
})

export const jobOutput = z.object({
  id: z.string(),
  kind: z.string(),
  status: z.enum(jobStatuses),
  step: z.string().nullable(),
  attempts: z.number(),
  message: z.string().nullable(),
  relatedId: z.string().nullable(),
  runAt: instant,
  createdAt: instant,
  finishedAt: maybeInstant,
})

export const auditOutput = z.object({
  id: z.string(),
  at: instant,
  actor: z.string(),
  action: z.string(),
  targetType: z.string(),
  targetId: z.string().nullable(),
  note: z.string().nullable(),
  requestId: z.string().nullable(),
})
export type AuditRow = z.output<typeof auditOutput>

export const healthOutput = z.object({
  version: z.string(),
  engine: z.string(),
  startedAt: instant,
  isReady: z.boolean(),
  freeDiskBytes: z.number(),
  totalDiskBytes: z.number(),
  /** The nodes that are alive, each by its machine and folder; none where the portal runs alone. */
  nodes: z.array(z.string()),
  pendingOrders: z.number(),
  queuedJobs: z.number(),
  failedJobs: z.number(),
  queuedMails: z.number(),
  problems: z.array(z.string()),
})

export const driverOutput = z.object({
  area: z.string(),
  name: z.string(),
  mode: z.string(),
  version: z.string().nullable(),
  isHealthy: z.boolean(),
  /** Whether it leaves something undone even when it is healthy; `message` says what. */
  isLimited: z.boolean(),
  message: z.string().nullable(),
})

/** A backup that failed lately, with whose it is. */
export const failedBackupOutput = z.object({
  id: z.string(),
  user: z.object({ id: z.string(), email: z.string() }),
  plan: z.string(),
  domain: z.string().nullable(),
  backupType: z.string(),
  origin: z.enum(['manual', 'schedule', 'safety']),
  reason: z.string().nullable(),
  failedAt: instant,
})
export type FailedBackup = z.output<typeof failedBackupOutput>

/** Rupees of the orders approved in a month, at their price per month, and how many they are. */
const monthOutput = z.object({ amount: z.number(), orders: z.number() })
const revenueOutput = z.object({
  /** Midnight in Kolkata on the first of the month. */
  thisMonthFrom: instant,
  lastMonthFrom: instant,
  thisMonth: monthOutput,
  lastMonth: monthOutput,
  byPlan: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      category: z.string(),
      thisMonth: monthOutput,
      lastMonth: monthOutput,
    }),
  ),
})
export type Revenue = z.output<typeof revenueOutput>

/** `GET /api/admin/overview`: what an administrator looks at first, beside the health. */
export const overviewOutput = z.object({
  /** The orders that have waited longest. */
  oldestOrders: z.array(adminOrderOutput),
  revenue: revenueOutput,
  /** Of the last seven days. */
  failedBackups: z.number(),
  /** `isDriver`: the administrators' list of drivers says more. */
  limitations: z.array(z.object({ area: z.string(), message: z.string(), isDriver: z.boolean() })),
})
export type Overview = z.output<typeof overviewOutput>
