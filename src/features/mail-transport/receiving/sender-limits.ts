import { isLoopback, limiterKey, plainAddress } from '#shared/address.ts'
import { minute } from '#shared/time.ts'
import { replies } from '../smtp/reply.ts'

export type SenderLimits = {
  /** Messages of one address per minute. */
  messages: number
  /** Unknown recipients per client address in ten minutes; beyond, the client is blocked. */
  unknown: number
  /** Delay added to each reply after the third unknown recipient. */
  slowMs: number
  /** Programs of this machine are not limited. */
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

/** Limits per internet address (for IPv6 per /64) on this node. */
export function createSenderLimits(limits: SenderLimits, now: () => Date) {
  const counts = new Map<string, Count>()
  const add = (key: string, windowMs: number): number => {
    const at = now().getTime()
    const known = counts.get(key)
    const next = known && known.endsAt > at ? known : { count: 0, endsAt: at + windowMs }
    next.count += 1
    counts.delete(key)
    counts.set(key, next)
    // The longest idle one is dropped first.
    if (counts.size > maxRemembered) counts.delete(counts.keys().next().value ?? '')
    return next.count
  }
  const countOf = (key: string): number => {
    const known = counts.get(key)
    return known && known.endsAt > now().getTime() ? known.count : 0
  }
  return {
    /** @throws SmtpReply when the address asked for too many unknown recipients */
    connect(address: string): void {
      if (!limits.isFree(address) && countOf(`unknown ${limiterKey(address)}`) >= limits.unknown)
        throw replies.tooMany('unknown recipients')
    },
    /** @throws SmtpReply beyond the messages per minute */
    message(address: string): void {
      if (limits.isFree(address)) return
      if (add(`message ${limiterKey(address)}`, minute) > limits.messages) throw replies.tooMany('messages')
    },
    /** The delay of the reply for an unknown recipient, in ms. @throws SmtpReply beyond the limit */
    unknown(address: string): number {
      if (limits.isFree(address)) return 0
      const count = add(`unknown ${limiterKey(address)}`, 10 * minute)
      if (count > limits.unknown) throw replies.tooMany('unknown recipients')
      return Math.min(Math.max(count - patient, 0), longestSteps) * limits.slowMs
    },
  }
}
