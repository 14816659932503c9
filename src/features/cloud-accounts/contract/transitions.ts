import { second } from '#shared/time.ts'

/** What an instance can be asked to do. */
export type InstanceAction = 'start' | 'stop' | 'reboot'

/** What an action ends in, and after how long; null when only the provider's lists show that it has ended. */
export type Transition = { endsIn: 'running' | 'stopped'; ms: number | null }

/** How long each action takes at the simulator, and what it ends in. */
export const simulatedTransitions = {
  start: { endsIn: 'running', ms: 8 * second },
  stop: { endsIn: 'stopped', ms: 6 * second },
  reboot: { endsIn: 'running', ms: 10 * second },
} satisfies Record<InstanceAction, Transition>

const longestMs = Math.max(...Object.values(simulatedTransitions).map(({ ms }) => ms))

/**
 * Whether a transition that ends at `dueAt` is under way. None takes longer than ten seconds: one that seems to is left
 * over from before the clock was put back, and over.
 */
export const isInTransition = (dueAt: number, now: Date): boolean => {
  const leftMs = dueAt - now.getTime()
  return leftMs > 0 && leftMs <= longestMs
}

type Simulated = { status: string; nextStatus: string | null; nextStatusAt: Date | null }

/** The status at a moment: what was stored, until the transition is due; then what it ends in. No timer is needed. */
export function statusAt({ status, nextStatus, nextStatusAt }: Simulated, now: Date): string {
  if (nextStatus === null || nextStatusAt === null) return status
  return isInTransition(nextStatusAt.getTime(), now) ? status : nextStatus
}
