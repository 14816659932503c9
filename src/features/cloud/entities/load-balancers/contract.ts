import { z } from 'zod'
import { storedFields } from '../contract/resource.ts'

export const loadBalancerOutput = z.object({
  ...storedFields,
  name: z.string(),
  dnsName: z.string().nullable(),
  type: z.string(),
  scheme: z.string(),
  ipAddressType: z.string(),
  status: z.string(),
  availabilityZones: z.array(z.string()),
  targetGroups: z.array(z.string()),
})
export type LoadBalancer = z.output<typeof loadBalancerOutput>
