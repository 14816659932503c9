import { findHostProblem } from '#server/system/host-lookup.ts'
import { second } from '#shared/time.ts'
import { PowerDnsFailure } from './failure.ts'

/** The URL and the credentials of a PowerDNS API. */
export type PowerDnsEndpoint = { url: string; key: string; serverId: string }

export type PowerDnsRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the server. */
  path: string
  body?: unknown
  deadlineMs?: number
}

const usualDeadlineMs = 10 * second
const maxAnswerBytes = 8 * 1_024 * 1_024
const shownCharacters = 200

/** Third-party text, cleaned for our own sentences. */
const clean = (text: string): string => text.replace(/[^ -~]+/g, ' ').slice(0, shownCharacters)

const outage = (message: string) => new PowerDnsFailure(message, { isOutage: true })

async function describeLost(url: string, error: unknown): Promise<string> {
  const problem = await findHostProblem(new URL(url).hostname)
  if (problem !== null) return `POWERDNS_URL: ${problem}.`
  return error instanceof DOMException && error.name === 'TimeoutError'
    ? `PowerDNS did not answer in time at ${url}.`
    : `PowerDNS could not be reached at ${url}.`
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > maxAnswerBytes)
      throw new PowerDnsFailure('The answer of PowerDNS is too large.', { isOutage: false })
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** The reason in the body of an error response. */
function reasonOf(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown }
    return clean(typeof error === 'string' ? error : text)
  } catch {
    return clean(text)
  }
}

/**
 * Sends a request and returns the response for streaming, unless it is an error. A redirect is one, because the key is for this
 * address only.
 */
export function createPowerDnsHttp({ url, key, serverId }: PowerDnsEndpoint) {
  const base = `${url}/api/v1/servers/${encodeURIComponent(serverId)}`
  const send = ({ method = 'GET', path, body, deadlineMs = usualDeadlineMs }: PowerDnsRequest) =>
    fetch(base + path, {
      method,
      headers: { 'x-api-key': key, accept: 'application/json', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
    })
  /** @throws PowerDnsFailure unless the status is a success, or one of `accepted` */
  async function open(request: PowerDnsRequest, accepted: readonly number[] = []): Promise<Response> {
    const response = await send(request).catch(async (error: unknown) => {
      throw outage(await describeLost(url, error))
    })
    const { status } = response
    if (response.ok || accepted.includes(status)) return response
    if (status === 401 || status === 403)
      throw outage(`PowerDNS at ${url} rejects the API key. Check POWERDNS_API_KEY.`)
    const text = await readText(response).catch(() => '')
    if (status >= 300 && status < 400)
      throw outage(`${url} redirects instead of answering. Check POWERDNS_URL.`)
    throw new PowerDnsFailure(
      `PowerDNS rejected the request with ${status}: ${reasonOf(text) || 'no reason given'}`,
      {
        isOutage: false,
        isPassing: status >= 500,
      },
    )
  }
  return {
    open,
    /** The JSON of a response; null for an empty one, and for an accepted error. @throws PowerDnsFailure */
    async ask(request: PowerDnsRequest, accepted: readonly number[] = []): Promise<unknown> {
      const response = await open(request, accepted)
      const text = await readText(response).catch(async (error: unknown) => {
        throw error instanceof PowerDnsFailure ? error : outage(await describeLost(url, error))
      })
      if (!response.ok || text === '') return null
      try {
        return JSON.parse(text)
      } catch {
        throw notItsApi(url)
      }
    },
  }
}

/** Another program answers at the address. */
export const notItsApi = (url: string): PowerDnsFailure =>
  outage(`${url} does not answer like the PowerDNS API. Check POWERDNS_URL and POWERDNS_SERVER_ID.`)
