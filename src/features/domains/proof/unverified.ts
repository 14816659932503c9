import { randomBytes } from 'node:crypto'
import type { DomainRow } from '#features/zones/domain/own.ts'
import { after, day, hour, minute, second } from '#shared/time.ts'
import { external } from '../contract/registrar.ts'

/** How long the task tries to verify a domain. */
export const patienceDays = 30

/** Check intervals by the age of the domain. */
const rhythm: [age: number, everyMs: number][] = [
  [10 * minute, 30 * second],
  [hour, 2 * minute],
  [day, 15 * minute],
  [patienceDays * day, hour],
]

/** The longest interval between two checks. */
export const longestWaitMs = hour

/** When the task checks the domain next; null when it has given up. */
export function nextCheck({ createdAt }: Pick<DomainRow, 'createdAt'>, now: Date): Date | null {
  const age = now.getTime() - createdAt.getTime()
  const step = rhythm.find(([limit]) => age < limit)
  return step ? after(now, step[1]) : null
}

/** Initial values of a connected domain. Its registrar manages renewal, privacy and lock. */
export const unverified = (now: Date) => ({
  registrar: external,
  status: 'pending' as const,
  autoRenew: false,
  privacy: false,
  transferLock: false,
  challenge: randomBytes(16).toString('hex'),
  checkAt: now,
})
