import { z } from 'zod'
import { planLimits } from '#features/catalogue/contract/contract.ts'

/** How memory and CPU are kept: by the kernel's control groups, or by looking and starting anew what takes too much memory. */
const limitsKinds = ['cgroup', 'watchdog'] as const

/**
 * What the web server of a service may use: bytes, and a share of one core. `keptBy` is null while no web servers are
 * connected. `usedDiskBytes` are those of its files, whether or not it runs.
 */
export const limitsOutput = planLimits
  .pick({ memoryBytes: true, cpuPercent: true, diskBytes: true })
  .extend({ usedDiskBytes: z.number(), keptBy: z.enum(limitsKinds).nullable() })
export type Limits = z.output<typeof limitsOutput>
