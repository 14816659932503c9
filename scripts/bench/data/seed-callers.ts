import type { Caller } from '../programs/overload-load.ts'
import { seedCustomers } from './seed.ts'

const customers = 200

export const callersPassword = 'a long enough password'

/** Customers of the mixed load who can sign in, with one service each. */
export async function seedCallers(dataDir: string): Promise<Caller[]> {
  const hashing = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const
  const passwordHash = await Bun.password.hash(callersPassword, hashing)
  const people = await seedCustomers(dataDir, { customers, services: 1, passwordHash })
  return people.map(({ serviceIds: [serviceId = ''], ...person }) => ({ ...person, serviceId }))
}

/** The settings of a portal behind a proxy, with its default limits. */
export const loadedSettings = {
  SITES_PORT: '0',
  SERVER_DRIVER: 'off',
  TRUSTED_PROXIES: '127.0.0.1',
  READS_PER_MINUTE: '3000',
  WRITES_PER_MINUTE: '300',
}
