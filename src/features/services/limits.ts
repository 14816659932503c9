import { findMeasured } from '#features/monitoring/metrics/measured-service.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { limitsOutput } from './contract/limits.ts'

/** What the caller's service may use by its plan, and how that is kept on this machine. @throws NOT_FOUND */
export async function readLimits(
  ctx: CustomerContext,
  input: { id: string },
): Promise<Answer<typeof limitsOutput>> {
  const { memoryBytes, cpuPercent, diskBytes } = (await findMeasured(ctx, input.id)).limits
  const { driver, limits } = ctx.servers
  return { memoryBytes, cpuPercent, diskBytes, keptBy: driver.mode === 'off' ? null : limits }
}
