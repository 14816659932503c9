import { findMeasured } from '#features/monitoring/metrics/measured-service.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { limitsOutput } from './contract/limits.ts'

/**
 * The limits of the caller's service by its plan, their enforcement on this machine, and its disk usage.
 * @throws NOT_FOUND
 */
export async function readLimits(
  ctx: CustomerContext,
  input: { id: string },
): Promise<Answer<typeof limitsOutput>> {
  const service = await findMeasured(ctx, input.id)
  const { memoryBytes, cpuPercent, diskBytes } = service.limits
  const { driver, limits } = ctx.servers
  const keptBy = driver.mode === 'off' ? null : limits
  return { memoryBytes, cpuPercent, diskBytes, usedDiskBytes: service.diskBytes, keptBy }
}
