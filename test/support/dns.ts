import type { ZoneKeys } from '#features/dns/drivers/dnssec/keys.ts'
import { type DnsServerOptions, startDnsServer } from '#features/dns/drivers/server/dns-server.ts'
import { buildZone } from '#features/dns/drivers/zone/build.ts'
import type { RecordRow } from '#features/dns/drivers/zone/rdata.ts'
import { createZones, type Zones } from '#features/dns/drivers/zone/zones.ts'
import { dig as digTool } from '../../scripts/testing/tools.ts'
import { required } from './required.ts'

/** Whether tests that need `dig` can run; they must where REQUIRE_DRIVERS names it. */
export const hasDig = digTool.find() !== null || required.includes('dig')
if (!hasDig) console.log('tests with dig are skipped: apt-get install bind9-dnsutils')

/** A record from zone file words: `www A 192.0.2.1`, with a priority before the value of MX and SRV. */
export function record(line: string, ttl = 300): RecordRow {
  const [, name = '', type = '', rest = ''] = /^(\S+) (\S+) (.*)$/s.exec(line) ?? []
  const [, priority, value = rest] = ['MX', 'SRV'].includes(type) ? (/^(\d+) (.*)$/.exec(rest) ?? []) : []
  const number = priority === undefined ? null : Number(priority)
  return { name, type: type as RecordRow['type'], value, ttl, priority: number }
}

export const zoneOf = (domainName: string, lines: string[], serial = 7, keys: ZoneKeys | null = null) =>
  buildZone({
    keys,
    id: domainName,
    domainName,
    serial,
    nameservers: ['ns1.example.net', 'ns2.example.net'],
    records: lines.map((line) => record(line)),
  })

export type TestDns = {
  port: number
  zones: Zones
  failures: unknown[]
  connections(): number
  close(): void
}

/** A name server on a free port of loopback. */
export async function startTestDns(
  zones: [domainName: string, lines: string[]][],
  options: Partial<DnsServerOptions> = {},
): Promise<TestDns> {
  const served = createZones()
  for (const [name, lines] of zones) served.set(zoneOf(name, lines))
  const failures: unknown[] = []
  const server = await startDnsServer({
    host: '127.0.0.1',
    port: 0,
    zones: served,
    isReady: () => true,
    key: null,
    secondaries: new Set(),
    now: () => new Date(),
    answersPerSecond: 0,
    onFailure: (error) => failures.push(error),
    ...options,
  })
  return {
    port: server.port,
    zones: served,
    failures,
    connections: () => server.connections,
    close: server.close,
  }
}

export type Reply = {
  status: string
  flags: string[]
  question: string
  answer: string[]
  authority: string[]
  additional: string[]
  text: string
}

const sectionOf = (text: string, name: string): string[] =>
  (new RegExp(`;; ${name} SECTION:\n((?:.+\n)*)`).exec(text)?.[1] ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.replaceAll(/[\t ]+/g, ' '))

/** The answer as shown by `dig`. */
export async function dig(port: number, ...args: string[]): Promise<Reply> {
  const child = Bun.spawn(
    ['dig', '@127.0.0.1', '-p', String(port), '+tries=1', '+time=5', '+norecurse', ...args],
    {
      stdout: 'pipe',
    },
  )
  const text = await new Response(child.stdout).text()
  await child.exited
  return {
    status: /status: (\w+)/.exec(text)?.[1] ?? '',
    flags: (/;; flags: ([a-z ]*)/.exec(text)?.[1] ?? '').split(' ').filter(Boolean),
    question: sectionOf(text, 'QUESTION')[0] ?? '',
    answer: sectionOf(text, 'ANSWER'),
    authority: sectionOf(text, 'AUTHORITY'),
    additional: sectionOf(text, 'ADDITIONAL'),
    text,
  }
}

/** A name in wire format, letter by letter. */
export const wireName = (name: string): Buffer =>
  Buffer.concat([
    ...name
      .split('.')
      .filter(Boolean)
      .flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]),
    Buffer.from([0]),
  ])

export const opt = (udpBytes: number, version = 0): Buffer =>
  Buffer.from([0, 0, 41, udpBytes >> 8, udpBytes & 0xff, 0, version, 0, 0, 0, 0])

type Parts = { id?: number; flags?: number; qclass?: number; counts?: number[]; rest?: Buffer }

/** A query as bytes; tests may corrupt every part of it. */
export function ask(
  name: string | Buffer,
  type: number,
  { id = 0x1234, flags = 0, qclass = 1, counts = [1, 0, 0, 0], rest = Buffer.alloc(0) }: Parts = {},
): Buffer {
  const u16 = (...values: number[]) => Buffer.from(values.flatMap((value) => [value >> 8, value & 0xff]))
  const question = typeof name === 'string' ? wireName(name) : name
  return Buffer.concat([u16(id, flags, ...counts), question, u16(type, qclass), rest])
}

/** Sends datagrams from one port, and returns their first `count` answers in order of arrival. */
export async function overUdp(port: number, messages: Buffer[], count = messages.length): Promise<Buffer[]> {
  const answers: Buffer[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = await Bun.udpSocket({
    hostname: '127.0.0.1',
    socket: {
      data(_, message) {
        answers.push(Buffer.from(message))
        if (answers.length >= count) resolve()
      },
    },
  })
  try {
    for (const message of messages) socket.send(message, port, '127.0.0.1')
    await promise
    return answers
  } finally {
    socket.close()
  }
}

export const framed = (message: Buffer): Buffer =>
  Buffer.concat([Buffer.from([message.length >> 8, message.length & 0xff]), message])

export const rcodeOf = (message: Buffer | undefined): number => (message?.[3] ?? 255) & 15
export const isTruncated = (message: Buffer | undefined): boolean => ((message?.[2] ?? 0) & 2) !== 0
