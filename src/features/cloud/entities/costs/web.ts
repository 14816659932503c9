import type { NamedCost } from '../../web/kit/costs.ts'
import type { Entity } from '../../web/kit/entity.ts'
import { address, amount, code, text } from '../../web/kit/fields.tsx'

export const costs: Entity<NamedCost> = {
  id: 'costs',
  title: 'Costs',
  one: 'cost',
  nameHeader: 'Service',
  nameOf: ({ service }) => service,
  columns: [
    text('resourceName', 'Resource'),
    text('resourceType', 'Kind'),
    code('region', 'Region'),
    code('billingPeriod', 'Month'),
    amount,
  ],
  details: [address('resourceId', 'Resource ID')],
}
