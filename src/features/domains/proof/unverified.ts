import { randomBytes } from 'node:crypto'
import type { DomainRow } from '#features/zones/domain/own.ts'
import { after, day, hour, minute, second } from '#shared/time.ts'
import { external } from '../contract/registrar.ts'

/** For how long the task tries to verify a domain. */
export const patienceDays = 30

/** How often it tries, by the age of the domain. */
const rhythm: [age: number, everyMs: number][] = [
  [10 * minute, 30 * second],
  [hour, 2 * minute],
  [day, 15 * minute],
  [patienceDays * day, hour],
]

/** The longest wait between two looks. */
export const longestWaitMs = hour

/** When the task tries to verify the domain next; null when it has given up. */
export function nextCheck({ createdAt }: Pick<DomainRow, 'createdAt'>, now: Date): Date | null {
  const age = now.getTime() - createdAt.getTime()
  const step = rhythm.find(([limit]) => age < limit)
  return step ? after(now, step[1]) : null
}

/** What a domain that is registered elsewhere begins with. Its renewal, privacy and lock are its registrar's. */
export const unverified = (now: Date) => ({
  registrar: external,
  status: 'pending' as const,
  autoRenew: false,
  privacy: false,
  transferLock: false,
  challenge: randomBytes(16).toString('hex'),
  checkAt: now,
})
