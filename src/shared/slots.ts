import { limiterKey, networkKey } from './address.ts'
import { createTally } from './tally.ts'

export type SlotLimits = {
  total: number
  /** Per address (for IPv6 per /64). */
  perAddress: number
  /** Per network (IPv4 /24, IPv6 /48). */
  perNetwork: number
  /** The number of slots reserved for networks that have none. */
  reserved: number
}

export interface Slots {
  /** Takes a slot and returns the function that releases it; null when there is none for the address. */
  take(address: string): (() => void) | null
}

/** The connection slots of a server, which no network can use up alone. `isFree`: an address without its own limit. */
export function createSlots(limits: SlotLimits, isFree: (address: string) => boolean = () => false): Slots {
  const addresses = createTally()
  const networks = createTally()
  let taken = 0
  const hasSlot = (address: string, network: string): boolean => {
    if (taken >= limits.total) return false
    if (isFree(address)) return true
    const own = networks.of(network)
    if (addresses.of(limiterKey(address)) >= limits.perAddress || own >= limits.perNetwork) return false
    return own === 0 || taken < limits.total - limits.reserved
  }
  return {
    take(address) {
      const [key, network] = [limiterKey(address), networkKey(address)]
      if (!hasSlot(address, network)) return null
      const count = (change: 1 | -1) => {
        taken += change
        addresses.add(key, change)
        networks.add(network, change)
      }
      count(1)
      let isTaken = true
      return () => {
        if (isTaken) count(-1)
        isTaken = false
      }
    },
  }
}
