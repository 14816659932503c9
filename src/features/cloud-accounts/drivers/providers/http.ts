import { z } from 'zod'
import { hour, minute, second } from '#shared/time.ts'
import { ProviderRefused, ProviderUnavailable } from '../driver.ts'

// Somebody waits for it on a connection that Bun closes after ten silent seconds.
export const defaultTimeoutMs = 8 * second

const maxAnswerBytes = 8 * 1_024 * 1_024
const longestRetryMs = hour
const longestResetMs = 5 * minute
const maxPages = 50

export type ProviderRequest = {
  /** As the customer knows the provider. */
  label: string
  url: string
  method: 'GET' | 'POST'
  headers: Headers | Record<string, string>
  body?: string
  timeoutMs: number
  signal?: AbortSignal | undefined
}

export type ProviderAnswer = { status: number; headers: Headers; text: string }

/** The wait that an answer asks for by `Retry-After`, seconds or a date, measured by the provider's own clock. */
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
 * What the provider answered, unless it is too busy, broken or out of reach. Redirects are not followed: the credentials
 * are for this host alone.
 * @throws ProviderUnavailable, which keeps nothing of the request
 */
export async function ask({
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
  if (text === null) throw new ProviderUnavailable(`${label} answered more than the portal reads.`)
  const { status } = response
  if (status === 429) throw tooOften(label, response.headers)
  if (status >= 500)
    throw new ProviderUnavailable(`${label} has a fault at the moment.`, readRetryAfter(response.headers))
  if (status < 200 || (status >= 300 && status < 400)) throw unreadable(label)
  return { status, headers: response.headers, text }
}

export const tooOften = (label: string, headers: Headers): ProviderUnavailable =>
  new ProviderUnavailable(
    `${label} asks to be called less often.`,
    readRetryAfter(headers) ?? readLimitReset(headers),
  )

export const unreadable = (label: string): ProviderUnavailable =>
  new ProviderUnavailable(`${label} answered something that cannot be read.`)

/** Every item of a list that comes in pages; `next` is null after the last. @throws ProviderRefused beyond fifty pages */
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

/** Somebody else's text, as it may be stored and shown: one line, without control characters, at most 256 characters. */
export const foreignText = z.string().transform((text) =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, maxText),
)

/** A moment in a provider's spelling; null when it is invalid. */
export const foreignMoment = z.string().transform((text) => {
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : moment
})
