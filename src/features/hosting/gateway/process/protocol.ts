import type { Socket } from 'node:net'
import { z } from 'zod'
import type { Counts } from '#features/monitoring/contract/counts.ts'
import { longestHost } from '#shared/names/host-names.ts'
import type { AdmissionMetrics } from '../admission.ts'
import type { GatewaySettings } from '../gateway.ts'
import type { FoundSites } from '../sites/site-cache.ts'
import type { CertificateNews } from '../tls/issued-certificates.ts'

// Messages between the portal and the gateway process over the control socket: one JSON value per line. The gateway listens on
// the socket; it serves one portal, the last one that connected.

/** Increment when a message changes; a portal replaces a gateway that speaks another version. */
export const protocolVersion = 8

/** The portal's messages. */
export type ToGateway =
  /** The first message. A gateway that already listens keeps its addresses. */
  | {
      type: 'open'
      settings: GatewaySettings
      /** Its ports before a restart, in place of `auto`. */
      ports: { plain: number; tls: number | null } | null
      /** How long to retry ports in use, in ms: a predecessor may be about to exit. */
      patienceMs: number
      /** Ports that a predecessor listens on, and shares until it exits. */
      shared: number[]
      /** How long sites keep running without a portal, in ms. */
      graceMs: number
      /** The portal's own hosts. */
      portalHosts: string[]
      challenges: [token: string, text: string][]
    }
  /** The answer to `find-sites`; null when the lookup fails. */
  | { type: 'sites'; question: number; found: FoundSites | null }
  /** Invalidates cached sites of an owner; null: of all owners. */
  | { type: 'sites-changed'; userId: string | null }
  | { type: 'challenge'; token: string; text: string | null }
  | CertificateNews
  /** The answer to `find`; null: the service has no web server. */
  | { type: 'found'; serviceId: string; socketPath: string | null }
  /**
   * Stops accepting connections; it exits when requests in flight have ended, at most `graceMs` later. A replaced gateway answers
   * the next request on each open connection.
   */
  | { type: 'drain'; graceMs: number; isReplaced: boolean }

const count = z.number().int().nonnegative()
const metrics = z.object({
  connections: count,
  requests: count,
  served: count,
  refused: z.object({
    address: count,
    site: count,
    total: count,
    slow: count,
    malformed: count,
    memory: count,
  }),
  heldBytes: count,
}) satisfies z.ZodType<AdmissionMetrics & { heldBytes: number }>

const counts = {
  bytesIn: count,
  bytesOut: count,
  requests: count,
  clientErrors: count,
  serverErrors: count,
  pageViews: count,
} satisfies Record<keyof Counts, typeof count>

const name = z.string().max(longestHost)
const siteKey = z.union([
  z.templateLiteral(['host:', name]),
  z.templateLiteral(['id:', name]),
  z.templateLiteral(['slug:', name]),
])

const fromGateway = z.discriminatedUnion('type', [
  /** Sent to every portal that connects. `settings`: those it was opened with; null before. */
  z.object({
    type: z.literal('hello'),
    protocol: z.number(),
    build: z.string(),
    pid: z.number(),
    settings: z.string().nullable(),
    /** Its addresses; null before it listens. */
    url: z.string().nullable().optional(),
    tlsUrl: z.string().nullable().optional(),
  }),
  z.object({ type: z.literal('listening'), url: z.string(), tlsUrl: z.string().nullable() }),
  /** It cannot listen, and exits. */
  z.object({ type: z.literal('failed'), message: z.string() }),
  z.object({ type: z.literal('find-sites'), question: count, keys: z.array(siteKey).max(1_000) }),
  z.object({ type: z.literal('find'), serviceId: z.string() }),
  /** Sent every half second. `traffic`: counts since the previous message; everything is reported once. */
  z.object({
    type: z.literal('metrics'),
    metrics,
    traffic: z.array(z.object({ userId: z.string(), serviceId: z.string(), ...counts })),
  }),
  z.object({
    type: z.literal('warning'),
    message: z.string(),
    details: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
])

/** The gateway's messages. The portal validates them, because strangers talk to the gateway. */
export type FromGateway = z.output<typeof fromGateway>
export type GatewayMetrics = Extract<FromGateway, { type: 'metrics' }>['metrics']

/** Settings in a canonical form for comparison. */
export const sealSettings = (settings: GatewaySettings): string =>
  JSON.stringify(Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Parses a message of the gateway; null when it is invalid. */
export const readFromGateway = (value: unknown): FromGateway | null =>
  fromGateway.safeParse(value).data ?? null

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** The longest line: the traffic of every site in half a second. */
const maxLineBytes = 64 * 1_024 * 1_024

/** Calls `use` with each value received over the socket. */
export function readLines(socket: Socket, use: (value: unknown) => void): void {
  let pieces: Buffer[] = []
  let buffered = 0
  socket.on('data', (bytes: Buffer) => {
    let from = 0
    for (let end = bytes.indexOf('\n'); end >= 0; end = bytes.indexOf('\n', from)) {
      const line = Buffer.concat([...pieces, bytes.subarray(from, end)]).toString('utf8')
      pieces = []
      buffered = 0
      from = end + 1
      use(parse(line))
    }
    buffered += bytes.length - from
    if (from < bytes.length) pieces.push(bytes.subarray(from))
    if (buffered > maxLineBytes) socket.destroy()
  })
}

/** Sends one value. */
export function sendLine(socket: Socket, value: ToGateway | FromGateway): void {
  if (!socket.destroyed) socket.write(`${JSON.stringify(value)}\n`)
}
