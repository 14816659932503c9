import type { Answer } from '#shared/schema.ts'
import type { Entity, Row } from '../entity.ts'
import { presentStored } from '../present.ts'
import { resource, type Sample } from '../sample.ts'
import { loadBalancerOutput } from './contract.ts'

const present = (row: Row<'cloudLoadBalancers'>): Answer<typeof loadBalancerOutput> => ({
  ...presentStored(row),
  availabilityZones: row.availabilityZones ?? [],
  targetGroups: row.targetGroups ?? [],
})

/** A balancer for websites and an internal one. */
const sampleRows = (sample: Sample) => [
  {
    ...resource(sample, 'ap-south-1', 64),
    name: 'web-balancer',
    dnsName: 'web-balancer.example.com',
    availabilityZones: ['ap-south-1a', 'ap-south-1b'],
    targetGroups: ['web-1'],
  },
  {
    ...resource(sample, 'us-east-1', 40),
    name: 'jobs-balancer',
    dnsName: 'jobs-balancer.example.net',
    type: 'network',
    scheme: 'internal',
    availabilityZones: ['us-east-1b'],
    targetGroups: ['worker-1'],
  },
]

export const loadBalancers = {
  id: 'load-balancers',
  table: 'cloudLoadBalancers',
  list: { output: loadBalancerOutput, present },
  sample: sampleRows,
  billing: { resourceType: 'load-balancer', service: 'Networking', perHour: () => 22_500 },
} satisfies Entity<'cloudLoadBalancers'>
