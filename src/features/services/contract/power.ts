import type { ServiceStatus } from './contract.ts'

const allowedFrom = {
  start: ['stopped'],
  stop: ['active', 'restarting'],
  restart: ['active'],
} as const satisfies Record<string, readonly ServiceStatus[]>

/** Actions on a web server. */
export type PowerAction = keyof typeof allowedFrom

const refusals: Record<ServiceStatus, string> = {
  pending: 'This service is not active yet.',
  suspended: 'This service is suspended.',
  restarting: 'This server is being restarted.',
  stopped: 'This server is stopped. Start it instead.',
  active: 'This server is already running.',
  terminated: 'This service has ended.',
}

/** The reason why this status rules out the action; undefined when it is possible. */
export function powerRefusal(action: PowerAction, status: ServiceStatus): string | undefined {
  const allowed: readonly ServiceStatus[] = allowedFrom[action]
  if (allowed.includes(status)) return undefined
  return action === 'stop' && status === 'stopped' ? 'This server is already stopped.' : refusals[status]
}
