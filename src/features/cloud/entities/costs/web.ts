import type { NamedCost } from '../../web/kit/costs.ts'
import type { Entity } from '../../web/kit/entity.ts'
import { address, amount, code, month, named, text } from '../../web/kit/fields.tsx'

export const costs: Entity<NamedCost> = {
  id: 'costs',
  title: 'Costs',
  one: 'cost',
  nameHeader: 'Service',
  nameOf: ({ service }) => service,
  columns: [
    text('resourceName', 'Resource'),
    named('resourceType', 'Kind'),
    code('region', 'Region'),
    month('billingPeriod', 'Month'),
    amount,
  ],
  details: [address('resourceId', 'Resource ID')],
}
