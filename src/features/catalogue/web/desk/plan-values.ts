import { z } from 'zod'
import { gib, mib } from '#shared/bytes.ts'
import { type AdminPlan, createPlanInput, updatePlanInput } from '../../contract/contract.ts'

/** Counts and percentages as in the contract; storage in GB and memory in MB. */
export type LimitTexts = Record<keyof AdminPlan['limits'], string>

export type PlanValues = {
  name: string
  description: string
  price: string
  originalPrice: string
  isPopular: boolean
  isContact: boolean
  isArchived: boolean
  limits: LimitTexts
}

const emptyLimits: LimitTexts = {
  diskBytes: '10',
  memoryBytes: '128',
  cpuPercent: '25',
  databases: '1',
  mailboxes: '5',
  domains: '1',
  backups: '5',
}

const limitTexts = ({ diskBytes, memoryBytes, ...counts }: AdminPlan['limits']): LimitTexts => ({
  diskBytes: String(diskBytes / gib),
  memoryBytes: String(memoryBytes / mib),
  cpuPercent: String(counts.cpuPercent),
  databases: String(counts.databases),
  mailboxes: String(counts.mailboxes),
  domains: String(counts.domains),
  backups: String(counts.backups),
})

/** Initial values of the form. */
export const planValues = (plan: AdminPlan | null): PlanValues => ({
  name: plan?.name ?? '',
  description: plan?.description ?? '',
  price: plan ? String(plan.price) : '',
  originalPrice: plan?.originalPrice ? String(plan.originalPrice) : '',
  isPopular: plan?.isPopular ?? false,
  isContact: plan?.isContact ?? false,
  isArchived: plan?.isArchived ?? false,
  limits: plan ? limitTexts(plan.limits) : emptyLimits,
})

const count = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

/** Values of the form, in the contract's units. */
export const planInput = ({ limits, originalPrice, ...values }: PlanValues) => ({
  ...values,
  originalPrice: originalPrice.trim() || null,
  limits: {
    diskBytes: Math.round(count(limits.diskBytes) * gib),
    memoryBytes: Math.round(count(limits.memoryBytes) * mib),
    cpuPercent: count(limits.cpuPercent),
    databases: count(limits.databases),
    mailboxes: count(limits.mailboxes),
    domains: count(limits.domains),
    backups: count(limits.backups),
  },
})

/** Validates the form by the contract; paths are those of the fields. */
export const planSchema = z.preprocess(
  (values) => planInput(values as PlanValues),
  createPlanInput.omit({ categoryId: true }).extend({ isArchived: updatePlanInput.shape.isArchived }),
)
