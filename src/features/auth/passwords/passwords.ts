import { limiterKey } from '#shared/address.ts'
import { createHashQueue, type WorkOwner } from './hash-queue.ts'

// OWASP Password Storage Cheat Sheet: 19 MiB, 2 passes, 1 lane. Bun's own default costs four times the CPU time.
const parameters = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const
const currentPrefix = '$argon2id$v=19$m=19456,t=2,p=1$'

/** A hash of a random, discarded value: passwords of unknown users are compared with it. */
export const nobodysHash = `${currentPrefix}Ze/yEB4LMiT/0ssDxM8/SV1sSoFE6kLvtDKlMjOu9TE$l3A08qyzvoCDk1BihIeNFBBEA/KAWXp3N1ydMq7C+9E`

export interface Passwords {
  hash(plain: string): Promise<string>
  /** Whether `plain` is the password; false without a hash, after the same time. */
  verify(plain: string, hash: string | null): Promise<boolean>
}

const passwords: Passwords = {
  hash: (plain) => Bun.password.hash(plain, parameters),
  async verify(plain, hash) {
    const matches = await Bun.password.verify(plain, hash ?? nobodysHash)
    return matches && hash !== null
  },
}

const queue = createHashQueue({ atOnce: 2, waiting: 200 })

/**
 * Runs `work`, the only place where passwords can be hashed and compared: two jobs at a time in this process, 200 waiting in
 * turns of their addresses and accounts, and one at a time for an account, so that its reads stay true.
 * @throws UNAVAILABLE with the seconds to wait when the queue is full, mostly with jobs of the same owner
 */
export const withPasswords = <T>(
  { account, address }: WorkOwner,
  work: (passwords: Passwords) => Promise<T>,
): Promise<T> => queue.run({ account, address: limiterKey(address) }, () => work(passwords))

/** Whether a stored hash has parameters other than today's. */
export const needsRehash = (hash: string): boolean => !hash.startsWith(currentPrefix)
