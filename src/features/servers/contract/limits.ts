import type { z } from 'zod'
import { planLimits } from '#features/catalogue/contract.ts'

/** What the web server of a service may use: bytes, and a share of one core. */
export const limitsOutput = planLimits.pick({ memoryBytes: true, cpuPercent: true, diskBytes: true })
export type Limits = z.output<typeof limitsOutput>
