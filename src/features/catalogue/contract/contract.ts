import { z } from 'zod'
import { gib, mib } from '#shared/bytes.ts'
import { id, line, lines, requiredLine, rupees } from '#shared/schema.ts'
import { vpsHosting, webHosting } from './names.ts'
import { featuresOf } from './plan-features.ts'

/** Limits of a plan, each enforced by its feature. `cpuPercent` is a share of one core; 100 is a full core. */
export const planLimits = z.object({
  diskBytes: z.number().int().positive(),
  databases: z.number().int().min(0),
  mailboxes: z.number().int().min(0),
  domains: z.number().int().min(0),
  backups: z.number().int().min(0),
  memoryBytes: z.number().int().positive(),
  cpuPercent: z.number().int().positive(),
})
export type PlanLimits = z.output<typeof planLimits>

type PlanSeed = {
  name: string
  price: number
  originalPrice: number | null
  description: string
  isPopular: boolean
  isContact: boolean
  limits: PlanLimits
}
type CategorySeed = { name: string; description: string; icon: string; basePrice: number; plans: PlanSeed[] }

const limits = (
  diskGb: number,
  [databases, mailboxes, domains, backups]: [number, number, number, number],
  memoryMb: number,
  cpuPercent: number,
): PlanLimits => ({
  diskBytes: diskGb * gib,
  databases,
  mailboxes,
  domains,
  backups,
  memoryBytes: memoryMb * mib,
  cpuPercent,
})

const plan = (name: string, price: number, description: string, limits: PlanLimits): PlanSeed => ({
  name,
  price,
  originalPrice: null,
  description,
  isPopular: false,
  isContact: false,
  limits,
})

/**
 * The catalogue of a new portal (docs/product/orders.md, "Catalogue"): the one source of the landing page, the plan calls and
 * `/select-plan`. Prices are rupees a month.
 */
export const catalogueSeed: CategorySeed[] = [
  {
    name: webHosting,
    description: 'Websites on managed servers.',
    icon: 'globe',
    basePrice: 99,
    plans: [
      {
        ...plan('Starter', 99, 'A first website, ready in minutes.', limits(10, [1, 5, 1, 5], 128, 25)),
        originalPrice: 599,
      },
      {
        ...plan(
          'Business',
          299,
          'For businesses that want to be found online.',
          limits(50, [10, 25, 5, 10], 256, 50),
        ),
        originalPrice: 1_299,
        isPopular: true,
      },
      plan(
        'Premium',
        499,
        'More room and memory for growing sites.',
        limits(100, [25, 50, 15, 15], 512, 100),
      ),
      plan(
        'Pro',
        799,
        'For agencies that host for their clients.',
        limits(150, [50, 100, 30, 20], 1_024, 150),
      ),
      plan(
        'Enterprise',
        1_299,
        'For teams that run many busy sites.',
        limits(250, [100, 250, 100, 30], 2_048, 200),
      ),
    ],
  },
  {
    name: vpsHosting,
    description: 'Dedicated resources with room to grow.',
    icon: 'server',
    basePrice: 12_800,
    plans: [
      plan(
        'Basic',
        12_800,
        'A dedicated share for steady loads.',
        limits(300, [100, 250, 100, 30], 4_096, 200),
      ),
      {
        ...plan(
          'Standard',
          18_500,
          'The balance most teams choose.',
          limits(400, [150, 400, 150, 30], 8_192, 300),
        ),
        isPopular: true,
      },
      plan(
        'High Performance',
        28_500,
        'For databases and busy shops.',
        limits(500, [200, 600, 200, 40], 16_384, 400),
      ),
      plan(
        'Business',
        38_500,
        'For several products on one plan.',
        limits(650, [300, 800, 300, 50], 24_576, 600),
      ),
      plan(
        'Enterprise',
        48_500,
        'A whole machine, looked after for you.',
        limits(800, [500, 1_000, 500, 60], 32_768, 800),
      ),
      {
        ...plan(
          'Custom',
          0,
          'Sized and priced together with you.',
          limits(800, [500, 1_000, 500, 60], 32_768, 800),
        ),
        isContact: true,
      },
    ],
  },
]

/** Feature lines of a plan, as in API responses. */
export const describeLimits = (limits: PlanLimits): string[] => featuresOf({ limits })

export const categoryOutput = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  icon: z.string().nullable(),
  basePrice: z.number(),
})
export type Category = z.output<typeof categoryOutput>

export const planOutput = z.object({
  id: z.string(),
  categoryId: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  price: z.number(),
  originalPrice: z.number().nullable(),
  discount: z.string().nullable(),
  features: z.array(z.string()),
  isPopular: z.boolean(),
  isContact: z.boolean(),
  limits: planLimits,
})
export type Plan = z.output<typeof planOutput>

export const plansInput = z.object({ categoryId: id })

const displayName = requiredLine(80, 'Enter a name.')

/** Administrators' forms. Missing fields of a change stay unchanged. */
export const createCategoryInput = z.object({
  name: displayName,
  description: lines(500).nullish(),
  icon: line(40).nullish(),
  basePrice: rupees,
})
export const updateCategoryInput = createCategoryInput.partial().extend({ id })

export const createPlanInput = z.object({
  categoryId: id,
  name: displayName,
  description: lines(500).nullish(),
  price: rupees,
  originalPrice: rupees.nullish(),
  isPopular: z.boolean().optional(),
  isContact: z.boolean().optional(),
  limits: planLimits,
})
export const updatePlanInput = createPlanInput
  .omit({ categoryId: true })
  .extend({ isArchived: z.boolean() })
  .partial()
  .extend({ id })

export const adminPlanOutput = planOutput.extend({ isArchived: z.boolean() })
export type AdminPlan = z.output<typeof adminPlanOutput>
