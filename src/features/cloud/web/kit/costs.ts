import type { AllServices } from '../../contract.ts'
import type { CloudCost } from '../../entities/costs/contract.ts'
import { type FurtherLists, namesOf } from './resource.tsx'

export type NamedCost = CloudCost & { resourceName: string | null }

/** Costs with the names of their resources; null for a removed resource, which is in no list. */
export function nameCosts(
  costs: readonly CloudCost[],
  all: AllServices,
  further: FurtherLists = {},
): NamedCost[] {
  const names = namesOf(all, further)
  return costs.map((cost) => ({ ...cost, resourceName: names.get(cost.resourceId ?? '') ?? null }))
}

/** The total cost of a group of resources. */
export type CostSum = { name: string; amount: number; currency: string }

/** `$12.34`, or `$0.0042` for amounts below a cent. */
export function formatCost(amount: number, currency: string): string {
  const digits = amount !== 0 && Math.abs(amount) < 0.01 ? 4 : 2
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  })
  return format.format(amount)
}

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** `2026-11` as `Nov 2026`. */
export const formatMonth = (period: string): string => monthFormat.format(new Date(`${period}-01`))

/** Costs added up by `nameOf`, each currency separately. */
function sumCosts(costs: readonly CloudCost[], nameOf: (cost: CloudCost) => string): CostSum[] {
  const sums = new Map<string, CostSum>()
  for (const cost of costs) {
    const name = nameOf(cost)
    const { currency } = cost
    const sum = sums.get(`${name} ${currency}`)
    sums.set(`${name} ${currency}`, { name, currency, amount: (sum?.amount ?? 0) + cost.amount })
  }
  return [...sums.values()]
}

/** The cost of each service, highest first. */
export const costsByService = (costs: readonly CloudCost[]): CostSum[] =>
  sumCosts(costs, ({ service }) => service).sort((one, other) => other.amount - one.amount)

/** The cost of each month, oldest first. */
export const costsByMonth = (costs: readonly CloudCost[]): CostSum[] =>
  sumCosts(costs, ({ billingPeriod }) => billingPeriod).sort((one, other) =>
    one.name.localeCompare(other.name),
  )
