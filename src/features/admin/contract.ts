import { z } from 'zod'
import { adminOrderOutput } from '#features/orders/contract/desk.ts'
import { choice, pageInput, person, searchInput } from '#shared/desk-list.ts'
import { instant, maybeInstant } from '#shared/schema.ts'

const jobStatuses = ['queued', 'running', 'done', 'failed'] as const

export const listJobsInput = pageInput.extend({ status: choice(jobStatuses) })

/** Kinds that filter the audit log, with the prefixes of their actions; `portal` is everything else. */
export const auditKinds = {
  orders: ['order'],
  payments: ['payment', 'invoice', 'refund', 'billing'],
  services: ['service', 'project', 'file', 'database', 'backup', 'trial', 'cloud'],
  domains: ['domain'],
  mail: ['email'],
  accounts: ['account', 'auth', 'user', 'customer', 'member', 'key', 'webhook', 'notifications', 'access'],
  portal: [],
} as const
export type AuditKind = keyof typeof auditKinds

export const listAuditInput = searchInput.extend({
  kind: choice(['orders', 'payments', 'services', 'domains', 'mail', 'accounts', 'portal']),
})

/** Target of an entry or a job: its kind, and its name if it exists and has one. */
const thing = z.object({ type: z.string(), id: z.string().nullable(), name: z.string().nullable() })

export const jobOutput = z.object({
  id: z.string(),
  kind: z.string(),
  status: z.enum(jobStatuses),
  step: z.string().nullable(),
  attempts: z.number(),
  message: z.string().nullable(),
  relatedId: z.string().nullable(),
  about: thing,
  /** The owner of the work. */
  customer: person.nullable(),
  runAt: instant,
  createdAt: instant,
  finishedAt: maybeInstant,
})
export type Job = z.output<typeof jobOutput>

export const auditOutput = z.object({
  id: z.string(),
  at: instant,
  actor: z.string(),
  action: z.string(),
  targetType: z.string(),
  targetId: z.string().nullable(),
  /** The actor, if they have an account; null for a visitor and the portal. */
  by: person.nullable(),
  about: thing,
  /** The customer concerned; null for an administrator's own account. */
  customer: person.nullable(),
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
  /** Live nodes, each by machine and folder; empty where the portal runs alone. */
  nodes: z.array(z.string()),
  pendingOrders: z.number(),
  queuedJobs: z.number(),
  failedJobs: z.number(),
  queuedMails: z.number(),
  /** In the last seven days. */
  failedBackups: z.number(),
  problems: z.array(z.string()),
})
export type Health = z.output<typeof healthOutput>

export const driverOutput = z.object({
  area: z.string(),
  name: z.string(),
  mode: z.string(),
  version: z.string().nullable(),
  isHealthy: z.boolean(),
  /** Whether it is limited even when healthy; `message` says how. */
  isLimited: z.boolean(),
  message: z.string().nullable(),
})
export type Driver = z.output<typeof driverOutput>

export const settingOutput = z.object({
  name: z.string(),
  /** The value in use; null when there is none or it is secret. */
  value: z.string().nullable(),
  isHidden: z.boolean(),
  source: z.enum(['environment', 'default']),
})
export type Setting = z.output<typeof settingOutput>

/** Orders approved in a month: their number, and the rupees of their monthly prices. */
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

/** `GET /api/admin/overview`: an administrator's first page, beside the health. */
export const overviewOutput = z.object({
  /** Orders that have waited longest. */
  oldestOrders: z.array(adminOrderOutput),
  revenue: revenueOutput,
  /** In the last seven days. */
  failedBackups: z.number(),
  /** `isDriver`: the administrators' list of drivers has details. */
  limitations: z.array(z.object({ area: z.string(), message: z.string(), isDriver: z.boolean() })),
})
export type Overview = z.output<typeof overviewOutput>
