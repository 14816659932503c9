import { second } from '#shared/time.ts'

/** The actions on an instance. */
export type InstanceAction = 'start' | 'stop' | 'reboot'

/** The status after an action, and its duration; null when only the provider's lists show that it has ended. */
export type Transition = { endsIn: 'running' | 'stopped'; ms: number | null }

/** The duration of each action in the simulator, and the status after it. */
export const simulatedTransitions = {
  start: { endsIn: 'running', ms: 8 * second },
  stop: { endsIn: 'stopped', ms: 6 * second },
  reboot: { endsIn: 'running', ms: 10 * second },
} satisfies Record<InstanceAction, Transition>

const longestMs = Math.max(...Object.values(simulatedTransitions).map(({ ms }) => ms))

/**
 * Whether a transition that ends at `dueAt` is in progress. No transition takes longer than ten seconds: one that seems to
 * started before the clock was set back, and is over.
 */
export const isInTransition = (dueAt: number, now: Date): boolean => {
  const leftMs = dueAt - now.getTime()
  return leftMs > 0 && leftMs <= longestMs
}

type Simulated = { status: string; nextStatus: string | null; nextStatusAt: Date | null }

/** The status at a moment: the stored one until the transition is due, then the one after it. No timer is needed. */
export function statusAt({ status, nextStatus, nextStatusAt }: Simulated, now: Date): string {
  if (nextStatus === null || nextStatusAt === null) return status
  return isInTransition(nextStatusAt.getTime(), now) ? status : nextStatus
}
