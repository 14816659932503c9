import { second } from '#shared/time.ts'
import type { InstanceAction } from '../contract.ts'

/** How long each action takes, and what it ends in (docs/product.md, "Instance actions"). */
export const transitions: Record<InstanceAction, { ms: number; endsIn: 'running' | 'stopped' }> = {
  start: { ms: 8 * second, endsIn: 'running' },
  stop: { ms: 6 * second, endsIn: 'stopped' },
  reboot: { ms: 10 * second, endsIn: 'running' },
}

const longestMs = Math.max(...Object.values(transitions).map(({ ms }) => ms))

/**
 * Whether a transition that ends at `dueAt` is under way. None takes longer than ten seconds: one that seems to is left
 * over from before the clock was put back, and over.
 */
export const isUnderWay = (dueAt: number, now: Date): boolean => {
  const leftMs = dueAt - now.getTime()
  return leftMs > 0 && leftMs <= longestMs
}

export type Simulated = { status: string; nextStatus: string | null; nextStatusAt: Date | null }

/** The status at a moment: what was stored, until the transition is due; then what it ends in. No timer is needed. */
export function statusAt({ status, nextStatus, nextStatusAt }: Simulated, now: Date): string {
  if (nextStatus === null || nextStatusAt === null) return status
  return isUnderWay(nextStatusAt.getTime(), now) ? status : nextStatus
}
