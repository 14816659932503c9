/** Targets of the home gate for a signed-in user. */
export type Gate = 'dashboard' | 'select-plan' | 'pending-activation'

/** Service statuses that open the dashboard. */
export const gateOpeningStatuses = ['active', 'restarting', 'stopped', 'suspended'] as const

const opening = new Set<string>(gateOpeningStatuses)

/** The home page of a signed-in user (docs/product/roles-and-screens.md, "Home gate"). */
export function gateOf(
  viewer: { isAdmin: boolean; hasAdminAccess: boolean },
  services: readonly { status: string }[],
): Gate {
  if (viewer.isAdmin || viewer.hasAdminAccess) return 'dashboard'
  if (services.some(({ status }) => opening.has(status))) return 'dashboard'
  return services.some(({ status }) => status === 'pending') ? 'pending-activation' : 'select-plan'
}
