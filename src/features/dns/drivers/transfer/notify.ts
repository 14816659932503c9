import { isIPv4, isIPv6 } from 'node:net'
import { plainAddress } from '#shared/address.ts'
import { second } from '#shared/time.ts'
import { classIn, flag, headerBytes, opcode, type } from '../wire/codes.ts'
import type { Name } from '../wire/name.ts'
import { Writer } from '../wire/writer.ts'
import { sign, type TsigKey } from './tsig.ts'

/** A name server that copies our zones. */
export type Secondary = { address: string; port: number }

export type NotifierOptions = {
  /** The source address, by which secondaries know this server. */
  host: string
  secondaries: readonly Secondary[]
  key: TsigKey | null
  now(): Date
  /** Answer timeouts of consecutive messages. */
  waitsMs?: readonly number[]
}

/** Sends NOTIFY messages to secondaries after a zone change, RFC 1996. */
export interface Notifier {
  /** Notifies every secondary, repeatedly if it does not answer. */
  notify(apex: Name): void
  /** The number of unanswered messages. */
  waiting(): number
  close(): void
}

type Notice = { id: number; apex: Name; secondary: Secondary; sent: number; timer: Timer | null }

const usualWaitsMs = [second, 2 * second, 4 * second, 8 * second, 16 * second] as const
/** Concurrent messages, since a start sends one for each zone. */
const maxOpen = 64

const bindFor = (address: string, host: string): string => {
  if (isIPv6(address)) return isIPv6(host) ? host : '::'
  return isIPv4(host) ? host : '0.0.0.0'
}

function writeNotice(w: Writer, { id, apex }: Notice, key: TsigKey | null, now: Date): Buffer {
  w.length = 0
  for (const value of [id, (opcode.notify << 11) | flag.authoritative, 1, 0, 0, 0]) w.u16(value)
  w.name(apex)
  w.u16(type.SOA)
  w.u16(classIn)
  if (key) sign(w, key, { now })
  return w.written
}

const isAnswer = (message: Buffer, id: number): boolean =>
  message.length >= headerBytes &&
  message.readUInt16BE(0) === id &&
  (message.readUInt16BE(2) & flag.response) !== 0

export async function createNotifier({
  host,
  secondaries,
  key,
  now,
  waitsMs = usualWaitsMs,
}: NotifierOptions): Promise<Notifier> {
  const w = new Writer()
  /** By secondary and zone: a later change replaces an earlier one. */
  const notices = new Map<string, Notice>()
  const queue = new Map<string, Notice>()

  const settle = (name: string, notice: Notice) => {
    if (notice.timer) clearTimeout(notice.timer)
    if (notices.get(name) === notice) notices.delete(name)
    proceed()
  }
  const receive = (message: Buffer, port: number, from: string) => {
    const address = plainAddress(from)
    for (const [name, notice] of notices) {
      const { secondary } = notice
      if (secondary.address !== address || secondary.port !== port || !isAnswer(message, notice.id)) continue
      settle(name, notice)
      return
    }
  }
  const sockets = new Map<string, Bun.udp.Socket<'buffer'>>()
  for (const { address } of secondaries) {
    const hostname = bindFor(address, host)
    if (sockets.has(hostname)) continue
    const socket = {
      data: (_: unknown, message: Buffer, port: number, from: string) => receive(message, port, from),
      // The secondary is not running; it is retried.
      error() {},
    }
    sockets.set(hostname, await Bun.udpSocket({ hostname, port: 0, socket }))
  }

  const send = (name: string, notice: Notice): void => {
    const wait = waitsMs[notice.sent]
    if (wait === undefined) {
      settle(name, notice)
      return
    }
    const { address, port } = notice.secondary
    notice.sent += 1
    notice.timer = setTimeout(() => send(name, notice), wait)
    try {
      sockets.get(bindFor(address, host))?.send(writeNotice(w, notice, key, now()), port, address)
    } catch {
      // The network is unreachable at the moment.
    }
  }
  const proceed = () => {
    for (const [name, notice] of queue) {
      if (notices.size >= maxOpen) return
      queue.delete(name)
      notices.set(name, notice)
      send(name, notice)
    }
  }
  return {
    notify(apex) {
      for (const secondary of secondaries) {
        const name = `${secondary.address}#${secondary.port} ${apex}`
        const before = notices.get(name)
        if (before?.timer) clearTimeout(before.timer)
        notices.delete(name)
        const [id = 0] = crypto.getRandomValues(new Uint16Array(1))
        queue.set(name, { id, apex, secondary, sent: 0, timer: null })
      }
      proceed()
    },
    waiting: () => notices.size + queue.size,
    close() {
      queue.clear()
      for (const { timer } of notices.values()) if (timer) clearTimeout(timer)
      notices.clear()
      for (const socket of sockets.values()) socket.close()
    },
  }
}
