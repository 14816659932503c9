import type { PlanLimits } from '#features/catalogue/contract/contract.ts'

/** A share of a limit as stored, in hundredths of a percent, 0–10,000. */
const shareOf = (used: number, limit: number): number =>
  limit > 0 ? Math.min(10_000, Math.max(0, Math.round((10_000 * used) / limit))) : 0

/** Hundredths of a percent as percent. */
export const toPercent = (hundredths: number): number => hundredths / 100

/** A service's usage relative to its plan's limits, in hundredths of a percent. */
export const usagesOf = (
  used: { cpuPercent: number; memoryBytes: number; diskBytes: number },
  limits: PlanLimits,
): { cpuUsage: number; memoryUsage: number; diskUsage: number } => ({
  cpuUsage: shareOf(used.cpuPercent, limits.cpuPercent),
  memoryUsage: shareOf(used.memoryBytes, limits.memoryBytes),
  diskUsage: shareOf(used.diskBytes, limits.diskBytes),
})
