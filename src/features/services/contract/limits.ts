import { z } from 'zod'
import { planLimits } from '#features/catalogue/contract/contract.ts'

/** Enforcement of memory and CPU limits: control groups, or a watchdog that restarts processes over their memory limit. */
const limitsKinds = ['cgroup', 'watchdog'] as const

/**
 * Limits of a service's web server: bytes, and a share of one core. `keptBy` is null while no web servers are connected.
 * `usedDiskBytes` counts its files, whether or not it runs.
 */
export const limitsOutput = planLimits
  .pick({ memoryBytes: true, cpuPercent: true, diskBytes: true })
  .extend({ usedDiskBytes: z.number(), keptBy: z.enum(limitsKinds).nullable() })
export type Limits = z.output<typeof limitsOutput>
