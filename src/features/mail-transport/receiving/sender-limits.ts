import { isLoopback, limiterKey, plainAddress } from '#shared/address.ts'
import { minute } from '#shared/time.ts'
import { replies } from '../smtp/reply.ts'

export type SenderLimits = {
  /** Messages of one address in a minute. */
  messages: number
  /** Addresses that are not here, of one sender's address in ten minutes; after that it is not listened to. */
  unknown: number
  /** How much longer each answer takes after the third unknown one. */
  slowMs: number
  /** Who is not limited: programs of this machine. */
  isFree(address: string): boolean
}

export const usualLimits: SenderLimits = {
  messages: 120,
  unknown: 50,
  slowMs: 500,
  isFree: (address) => isLoopback(plainAddress(address)),
}

const patient = 3
const longestSteps = 10
const maxRemembered = 20_000

type Count = { count: number; endsAt: number }

/** What one address of the internet (of IPv6 a /64) may do on this node. */
export function createSenderLimits(limits: SenderLimits, now: () => Date) {
  const counts = new Map<string, Count>()
  const add = (key: string, windowMs: number): number => {
    const at = now().getTime()
    const known = counts.get(key)
    const next = known && known.endsAt > at ? known : { count: 0, endsAt: at + windowMs }
    next.count += 1
    counts.delete(key)
    counts.set(key, next)
    // The one that was quiet for longest is forgotten first.
    if (counts.size > maxRemembered) counts.delete(counts.keys().next().value ?? '')
    return next.count
  }
  const countOf = (key: string): number => {
    const known = counts.get(key)
    return known && known.endsAt > now().getTime() ? known.count : 0
  }
  return {
    /** @throws SmtpReply when the address asked for too much that is not here */
    connect(address: string): void {
      if (!limits.isFree(address) && countOf(`unknown ${limiterKey(address)}`) >= limits.unknown)
        throw replies.tooMany('unknown recipients')
    },
    /** @throws SmtpReply beyond the messages of a minute */
    message(address: string): void {
      if (limits.isFree(address)) return
      if (add(`message ${limiterKey(address)}`, minute) > limits.messages) throw replies.tooMany('messages')
    },
    /** How long the answer that an address is not here is held back, in ms. @throws SmtpReply beyond the limit */
    unknown(address: string): number {
      if (limits.isFree(address)) return 0
      const count = add(`unknown ${limiterKey(address)}`, 10 * minute)
      if (count > limits.unknown) throw replies.tooMany('unknown recipients')
      return Math.min(Math.max(count - patient, 0), longestSteps) * limits.slowMs
    },
  }
}
