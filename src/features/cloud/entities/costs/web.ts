import type { Entity } from '../../web/entity.ts'
import { address, amount, code, text } from '../../web/fields.tsx'
import type { CloudCost } from './contract.ts'

export const costs: Entity<CloudCost> = {
  id: 'costs',
  title: 'Costs',
  one: 'cost',
  nameHeader: 'Service',
  nameOf: ({ service }) => service,
  columns: [
    text('resourceType', 'Resource'),
    code('region', 'Region'),
    code('billingPeriod', 'Month'),
    amount,
  ],
  details: [address('resourceId', 'Resource ID')],
}
