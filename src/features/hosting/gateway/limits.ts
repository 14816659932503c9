import { lowestPace } from '#shared/async/pace.ts'
import { mib } from '#shared/bytes.ts'
import { second } from '#shared/time.ts'

/** Limits on the gateway's use by visitors. Times in ms. */
export type GatewayLimits = {
  /** Concurrent connections: in total, and from one address that is not a trusted proxy. */
  connections: number
  connectionsPerAddress: number
  /** Concurrent requests: in total, from one address (/64 for IPv6), and to one site. */
  requests: number
  requestsPerAddress: number
  requestsPerSite: number
  /** Time for the head of a request, and for a connection without a request. */
  headMs: number
  /** A body that delivers less than `bodyBytes` in this time is aborted. */
  bodyMs: number
  bodyBytes: number
  /** A visitor who reads nothing in this time is disconnected. */
  readMs: number
  /** A web server that sends nothing for this long counts as unresponsive. */
  silenceMs: number
  /** Memory limit for visitors who do not read; beyond it, the one idle for the longest is disconnected. */
  heldBytes: number
  /** After the last answer, input is read and dropped for this long, so that the answer arrives. */
  lingerMs: number
  /** Interval of the timeout checks. */
  checkMs: number
}

/** The limits in production. */
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
  checkMs: second,
}
