import { z } from 'zod'
import { hour, minute, second } from '#shared/time.ts'
import { ProviderRefused, ProviderUnavailable } from '../driver.ts'

// The caller waits on a connection that Bun closes after ten idle seconds.
export const defaultTimeoutMs = 8 * second

const maxAnswerBytes = 8 * 1_024 * 1_024
const longestRetryMs = hour
const longestResetMs = 5 * minute
const maxPages = 50

export type ProviderRequest = {
  /** The name that customers know the provider by. */
  label: string
  url: string
  method: 'GET' | 'POST'
  headers: Headers | Record<string, string>
  body?: string
  timeoutMs: number
  signal?: AbortSignal | undefined
}

export type ProviderAnswer = { status: number; headers: Headers; text: string }

/** The wait that `Retry-After` asks for, in seconds or as a date, measured by the provider's own clock. */
export function readRetryAfter(headers: Headers): number | null {
  const said = headers.get('retry-after')
  if (!said) return null
  const seconds = Number(said)
  const wait = Number.isNaN(seconds) ? waitUntil(Date.parse(said), headers) : seconds * second
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), longestRetryMs) : null
}

const waitUntil = (moment: number, headers: Headers): number => moment - Date.parse(headers.get('date') ?? '')

/** Without `Retry-After`, the reset time of a limit (in seconds since 1970) decides, up to a maximum. */
function readLimitReset(headers: Headers): number | null {
  const wait = waitUntil(Number(headers.get('ratelimit-reset') || Number.NaN) * second, headers)
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), longestResetMs) : null
}

async function readCapped(response: Response): Promise<string | null> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(chunks).toString('utf8')
    size += value.byteLength
    if (size > maxAnswerBytes) {
      await reader.cancel()
      return null
    }
    chunks.push(value)
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError')

/**
 * Sends a request and returns the answer unless the provider is busy, broken or unreachable. Follows no redirects: the
 * credentials are for this host alone.
 * @throws ProviderUnavailable without any part of the request
 */
export async function sendRequest({
  label,
  timeoutMs,
  signal,
  ...request
}: ProviderRequest): Promise<ProviderAnswer> {
  const limits = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]
  const { url, method, headers, body } = request
  const { response, text } = await fetch(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    redirect: 'manual',
    signal: AbortSignal.any(limits),
  })
    .then(async (response) => ({ response, text: await readCapped(response) }))
    .catch((error: unknown) => {
      throw new ProviderUnavailable(
        isTimeout(error) ? `${label} did not answer in time.` : `${label} could not be reached.`,
      )
    })
  if (text === null) throw new ProviderUnavailable(`${label} sent a larger answer than the portal reads.`)
  const { status } = response
  if (status === 429) throw tooOften(label, response.headers)
  if (status >= 500)
    throw new ProviderUnavailable(`${label} has a problem at the moment.`, readRetryAfter(response.headers))
  if (status < 200 || (status >= 300 && status < 400)) throw unreadable(label)
  return { status, headers: response.headers, text }
}

export const tooOften = (label: string, headers: Headers): ProviderUnavailable =>
  new ProviderUnavailable(
    `${label} limits the number of requests. Please wait.`,
    readRetryAfter(headers) ?? readLimitReset(headers),
  )

export const unreadable = (label: string): ProviderUnavailable =>
  new ProviderUnavailable(`${label} sent an unreadable answer.`)

/** Every item of a paged list; `next` is null after the last page. @throws ProviderRefused beyond fifty pages */
export async function readPages<Item, Next>(
  label: string,
  first: Next,
  read: (at: Next) => Promise<{ items: Item[]; next: Next | null }>,
): Promise<Item[]> {
  const items: Item[] = []
  let at: Next | null = first
  for (let page = 0; page < maxPages; page++) {
    const answer: { items: Item[]; next: Next | null } = await read(at)
    items.push(...answer.items)
    at = answer.next
    if (at === null) return items
  }
  throw new ProviderRefused(`${label} lists more resources than the portal reads.`, 'request')
}

const maxText = 256

/** External text made safe to store and show: one line, without control characters, at most 256 characters. */
export const foreignText = z.string().transform((text) =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, maxText),
)

/** A provider's timestamp; null when it is invalid. */
export const foreignMoment = z.string().transform((text) => {
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : moment
})
