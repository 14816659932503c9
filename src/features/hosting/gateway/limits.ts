import { lowestPace } from '#shared/async/pace.ts'
import { mib } from '#shared/bytes.ts'
import { second } from '#shared/time.ts'

/** How much of the gateway visitors of sites may use. Times in ms. */
export type GatewayLimits = {
  /** Concurrent connections: in all, and from one address that is not a trusted proxy. */
  connections: number
  connectionsPerAddress: number
  /** Concurrent requests: in all, from one address (/64 for IPv6), and to one site. */
  requests: number
  requestsPerAddress: number
  requestsPerSite: number
  /** Time for the head of a request, and for a connection without a request. */
  headMs: number
  /** A body that brings less than `bodyBytes` in this time is abandoned. */
  bodyMs: number
  bodyBytes: number
  /** A visitor who reads nothing in this time is disconnected. */
  readMs: number
  /** A web server that sends nothing for this long does not answer. */
  silenceMs: number
  /** Bytes held in memory for visitors who do not read; beyond it, whoever has read nothing for the longest is disconnected. */
  heldBytes: number
  /** What a visitor still sends after the last answer is read and dropped for this long, so that the answer arrives. */
  lingerMs: number
  /** Time between two checks for timeouts. */
  lookMs: number
}

/** The limits of a gateway in service. */
export const gatewayLimits: GatewayLimits = {
  connections: 4_096,
  connectionsPerAddress: 512,
  requests: 2_048,
  requestsPerAddress: 256,
  requestsPerSite: 512,
  headMs: 60 * second,
  bodyMs: lowestPace.ms,
  bodyBytes: lowestPace.bytes,
  readMs: 60 * second,
  silenceMs: 60 * second,
  heldBytes: 64 * mib,
  lingerMs: 2 * second,
  lookMs: second,
}
