import { second } from '#shared/time.ts'
import { ProviderFailure } from '../provider.ts'

/** The address of Razorpay's API, and the account's key. */
export type RazorpayPlace = { url: string; keyId: string; keySecret: string }

type RazorpayRequest = {
  method: 'GET' | 'POST'
  /** Below `/v1/`. */
  path: string
  body?: unknown
  headers?: Record<string, string>
}

// A user waits for it on a connection that Bun closes after ten silent seconds.
const deadlineMs = 8 * second
const maxAnswerBytes = 1_024 * 1_024
const shownCharacters = 200

/** Makes a provider's text fit into a sentence of ours. */
const clean = (text: string): string => text.replace(/[^ -~]+/g, ' ').slice(0, shownCharacters)

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > maxAnswerBytes) throw new ProviderFailure("Razorpay's response is too large.", true)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** The reason in an error body: `{ error: { code, description } }`. */
function reasonOf(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: { description?: unknown } }
    return typeof error?.description === 'string' ? clean(error.description) : 'without a reason'
  } catch {
    return 'without a reason'
  }
}

function refusal(status: number, text: string): ProviderFailure {
  if (status === 401) return new ProviderFailure('Razorpay rejects the key: check RAZORPAY_KEY_ID.', true)
  const isPassing = status === 409 || status === 429 || status >= 500 || status < 400
  return new ProviderFailure(`Razorpay refused the request with ${status}: ${reasonOf(text)}`, isPassing)
}

/**
 * Calls Razorpay and returns the JSON of its response, null for 404. Follows no redirect: the key is for this address alone.
 * @throws ProviderFailure, which contains nothing of the request
 */
export function createRazorpayHttp({ url, keyId, keySecret }: RazorpayPlace) {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
  return async ({ method, path, body, headers = {} }: RazorpayRequest): Promise<unknown> => {
    const lost = (error: unknown): never => {
      if (error instanceof ProviderFailure) throw error
      const isLate = error instanceof DOMException && error.name === 'TimeoutError'
      throw new ProviderFailure(
        isLate ? 'Razorpay did not respond in time.' : 'Razorpay is unreachable.',
        true,
      )
    }
    const { status, text } = await fetch(`${url}/v1/${path}`, {
      method,
      headers: { authorization, accept: 'application/json', 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
    })
      .then(async (response) => ({ status: response.status, text: await readText(response) }))
      .catch(lost)
    if (status === 404) return null
    if (status < 200 || status > 299) throw refusal(status, text)
    try {
      return JSON.parse(text)
    } catch {
      throw new ProviderFailure('Razorpay sent an invalid response.', true)
    }
  }
}
