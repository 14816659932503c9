import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { limitsOutput } from './contract/limits.ts'
import { findMeasured } from './figures/measured-service.ts'

/** What the caller's service may use by its plan, and how that is kept on this machine. @throws NOT_FOUND */
export async function readLimits(
  ctx: CustomerContext,
  input: { id: string },
): Promise<Answer<typeof limitsOutput>> {
  const { memoryBytes, cpuPercent, diskBytes } = (await findMeasured(ctx, input.id)).limits
  return { memoryBytes, cpuPercent, diskBytes, keptBy: ctx.servers.limits }
}
