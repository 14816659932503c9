import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import type { Entity } from '../../web/kit/entity.ts'
import { address, code, list, moment, named, status } from '../../web/kit/fields.tsx'
import { fetchedSection } from '../../web/kit/section.tsx'
import type { LoadBalancer } from './contract.ts'

const loadBalancers: Entity<LoadBalancer> = {
  id: 'load-balancers',
  title: 'Load balancers',
  one: 'load balancer',
  nameOf: ({ name }) => name,
  columns: [
    status('status', 'Status'),
    named('type', 'Type'),
    named('scheme', 'Scheme'),
    code('region', 'Region'),
    { ...address('dnsName', 'DNS name'), isText: true },
  ],
  details: [
    named('ipAddressType', 'IP address type'),
    list('availabilityZones', 'Zones'),
    list('targetGroups', 'Target groups'),
    moment('createdAt', 'Created'),
  ],
}

export const loadBalancersSection = fetchedSection(loadBalancers, () =>
  useQuery(useTRPC().cloud.loadBalancers.queryOptions()),
)
