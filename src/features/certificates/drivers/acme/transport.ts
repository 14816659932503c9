import { z } from 'zod'
import { codeOf } from '#server/system/disk.ts'
import { findHostProblem } from '#server/system/host-lookup.ts'
import { second } from '#shared/time.ts'
import { NotIssued } from '../certificate-authority.ts'
import { type Signer, signRequest } from './jws.ts'
import { Refused, readProblem } from './problem.ts'

const address = z.url({ protocol: /^https$/ })

/** RFC 8555 section 7.1.1, and the `renewalInfo` of RFC 9773. */
const directory = z.object({
  newNonce: address,
  newAccount: address,
  newOrder: address,
  renewalInfo: address.optional(),
  meta: z
    .object({
      caaIdentities: z.array(z.string()).optional(),
      externalAccountRequired: z.boolean().optional(),
    })
    .default({}),
})
type Directory = z.output<typeof directory>

/** An answer of the authority: its Location, its text, and the Retry-After delay in ms. */
export type Answer = { location: string | null; text: string; waitMs: number | null }

/** The authority over HTTPS. Except for problem documents, answers are left to the caller. */
export interface Transport {
  readonly host: string
  /** Why the directory could not be read in time, as a sentence for the administrator. */
  describeLate(): Promise<string>
  /** @throws NotIssued when the authority cannot be reached */
  directory(signal: AbortSignal): Promise<Directory>
  get(url: string, signal: AbortSignal): Promise<Answer>
  /** Sends a signed request, and repeats it when only the nonce was rejected. @throws Refused, NotIssued */
  post(signer: Signer, url: string, payload: object | null, signal: AbortSignal): Promise<Answer>
}

const answerMs = 15 * second
const nonceTries = 20
const heldNonces = 20
const longestAnswer = 1_048_576

/** `ca` has the root certificates for the directory itself, as PEM; null: those of the system. */
export type TransportOptions = { directoryUrl: string; ca: string | null; version: string }

/** RFC 9110 section 10.2.3: seconds, or a date, which is compared with the date of the answer. */
function waitOf(headers: Headers): number | null {
  const text = headers.get('retry-after')
  if (text === null) return null
  const ms = /^\d+$/.test(text)
    ? Number(text) * second
    : Date.parse(text) - Date.parse(headers.get('date') ?? '')
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The connection error in words, without codes. */
async function describeSilence(url: string, error: unknown): Promise<string> {
  const problem = await findHostProblem(new URL(url).hostname)
  if (problem !== null) return problem
  const code = codeOf(error)
  if (/refused/i.test(code)) return 'it accepts no connections'
  if (/cert|signed|tls|ssl/i.test(code)) return 'its own certificate is not trusted here'
  return 'it did not answer'
}

export function createTransport({ directoryUrl, ca, version }: TransportOptions): Transport {
  const { host } = new URL(directoryUrl)
  const nonces: string[] = []
  let cached: Directory | null = null

  const outage = (reason: string, waitMs: number | null = null) =>
    new NotIssued(`The certificate authority ${host} could not be reached: ${reason}.`, {
      isOutage: true,
      ...(waitMs === null ? {} : { waitMs }),
    })

  /** @throws NotIssued without an answer, the reason of `signal` when that came first */
  const exchange = async (url: string, init: RequestInit, signal: AbortSignal) => {
    try {
      const reply = await fetch(url, {
        ...init,
        headers: { ...init.headers, 'user-agent': `hosting-portal/${version}` },
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
        ...(ca === null ? {} : { tls: { ca } }),
      })
      const nonce = reply.headers.get('replay-nonce')
      if (nonce !== null && nonces.length < heldNonces) nonces.push(nonce)
      return { reply, text: await reply.text() }
    } catch (error) {
      signal.throwIfAborted()
      throw outage(await describeSilence(url, error))
    }
  }

  const request = async (url: string, init: RequestInit, signal: AbortSignal): Promise<Answer> => {
    const { reply, text } = await exchange(url, init, signal)
    const waitMs = waitOf(reply.headers)
    if (text.length > longestAnswer) throw outage('its answer was too long')
    if (reply.ok) return { location: reply.headers.get('location'), text, waitMs }
    const isProblem = reply.headers.get('content-type')?.startsWith('application/problem+json')
    const problem = isProblem ? readProblem(parse(text)) : null
    if (problem) throw new Refused(problem, waitMs)
    throw outage(`it answered with ${reply.status}`, waitMs)
  }

  const readDirectory = async (signal: AbortSignal): Promise<Directory> => {
    const { text } = await request(directoryUrl, {}, signal)
    const { data } = directory.safeParse(parse(text))
    if (!data) throw outage('its answer is no ACME directory')
    cached = data
    return data
  }
  const findNonce = async (signal: AbortSignal): Promise<string> => {
    const held = nonces.pop()
    if (held !== undefined) return held
    const { newNonce } = cached ?? (await readDirectory(signal))
    await request(newNonce, { method: 'HEAD' }, signal)
    const fresh = nonces.pop()
    if (fresh === undefined) throw outage('it sent no nonce')
    return fresh
  }

  return {
    host,
    describeLate: async () => outage(await describeSilence(directoryUrl, null)).message,
    directory: readDirectory,
    get: (url, signal) => request(url, {}, signal),
    async post(signer, url, payload, signal) {
      for (let tries = 1; ; tries += 1) {
        const nonce = await findNonce(signal)
        const body = await signRequest(signer, { url, nonce, payload })
        const headers = { 'content-type': 'application/jose+json' }
        try {
          return await request(url, { method: 'POST', headers, body }, signal)
        } catch (error) {
          const isStale = error instanceof Refused && error.problem.type === 'badNonce'
          if (!isStale || tries === nonceTries) throw error
        }
      }
    },
  }
}
