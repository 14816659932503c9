import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { second } from '#shared/time.ts'
import { type IssuedCertificate, NotIssued, type Order, type Proof } from '../certificate-authority.ts'
import type { OwnAccount } from './account.ts'
import { createSigningRequest, readChain } from './certificate.ts'
import { type AccountKey, authorizeKey, textOf } from './jws.ts'
import { describeProblem, Refused, readProblem, toNotIssued } from './problem.ts'
import type { Transport } from './transport.ts'

const order = z.object({
  status: z.string(),
  authorizations: z.array(z.string()),
  finalize: z.string(),
  certificate: z.string().optional(),
  error: z.unknown().optional(),
})

const challenge = z.object({
  type: z.string(),
  url: z.string(),
  // RFC 8555 section 8.1: base64url characters only, because it becomes a part of a URL.
  token: z
    .string()
    .regex(/^[\w-]{1,255}$/)
    .optional(),
  error: z.unknown().optional(),
})

const authorization = z.object({
  status: z.string(),
  identifier: z.object({ value: z.string() }),
  wildcard: z.boolean().optional(),
  challenges: z.array(challenge),
})
type Authorization = z.output<typeof authorization>

/** A name to prove, with the URLs of its authorization and of its challenge. */
type OpenAuthorization = { url: string; name: string; proof: Proof; begin: string }

const orderMs = 120 * second
const shortestPauseMs = 250
const longestPauseMs = 10 * second

const unreadable = () => new NotIssued('The certificate authority returned an answer that could not be read.')

function read<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw unreadable()
  }
}

/** One order (RFC 8555 section 7.4) at an authority. */
function openOrder(account: OwnAccount, { names, prover }: Order, signal: AbortSignal) {
  /** Polls until it is done, at the interval that the authority requests. */
  const poll = async <T extends { status: string }>(url: string, schema: z.ZodType<T>): Promise<T> => {
    for (let pauseMs = shortestPauseMs; ; pauseMs *= 2) {
      const { text, waitMs } = await account.post(url, null, signal)
      const found = read(schema, text)
      if (found.status !== 'pending' && found.status !== 'processing') return found
      await pause(Math.max(shortestPauseMs, Math.min(waitMs ?? pauseMs, longestPauseMs)), null, { signal })
    }
  }
  const look = async (url: string, key: AccountKey): Promise<OpenAuthorization | null> => {
    const { text } = await account.post(url, null, signal)
    const { status, identifier, wildcard, challenges } = read(authorization, text)
    const name = wildcard ? `*.${identifier.value}` : identifier.value
    if (status === 'valid') return null
    const way = prover.wayOf(name)
    const found = challenges.find(({ type }) => type === way)
    if (!found?.token) throw new NotIssued(`The certificate authority does not offer ${way} for ${name}.`)
    const { token, url: begin } = found
    const answer = await authorizeKey(token, key)
    const value = way === 'dns-01' ? await textOf(answer) : answer
    return { url, name, begin, proof: { token, way, name: identifier.value, value } }
  }
  const settle = async ({ url, name }: OpenAuthorization): Promise<void> => {
    const { status, challenges }: Authorization = await poll(url, authorization)
    if (status === 'valid') return
    const problem = challenges.map(({ error }) => readProblem(error)).find((found) => found !== null)
    throw new NotIssued(
      problem
        ? describeProblem(problem, name)
        : `The certificate authority did not accept the proof that ${name} is yours.`,
    )
  }
  return {
    async prove(authorizations: readonly string[], key: AccountKey): Promise<void> {
      const looked = await Promise.all(authorizations.map((url) => look(url, key)))
      const open = looked.filter((each) => each !== null)
      if (open.length === 0) return
      await prover.present(
        open.map(({ proof }) => proof),
        signal,
      )
      await Promise.all(open.map(({ begin }) => account.post(begin, {}, signal)))
      await Promise.all(open.map(settle))
    },
    /** RFC 8555 section 7.4: finalizes the order, and downloads the certificate. */
    async finish(url: string, finalize: string): Promise<IssuedCertificate> {
      const { request, privateKey } = await createSigningRequest(names)
      await account.post(finalize, { csr: request }, signal)
      const { status, certificate, error } = await poll(url, order)
      if (status !== 'valid' || certificate === undefined) {
        const problem = readProblem(error)
        throw problem ? new NotIssued(describeProblem(problem)) : unreadable()
      }
      return readChain((await account.post(certificate, null, signal)).text, privateKey)
    },
  }
}

/** Places a new order for a certificate. @throws NotIssued, also on a timeout; the reason of `signal` when that came first */
export async function placeOrder(
  transport: Transport,
  account: OwnAccount,
  request: Order,
): Promise<IssuedCertificate> {
  const limit = AbortSignal.timeout(orderMs)
  const signal = AbortSignal.any([request.signal, limit])
  try {
    const { key } = await account.signer(signal)
    const { newOrder } = await transport.directory(signal)
    const identifiers = request.names.map((value) => ({ type: 'dns', value }))
    const { location, text } = await account.post(newOrder, { identifiers }, signal)
    if (location === null) throw unreadable()
    const { authorizations, finalize } = read(order, text)
    const opened = openOrder(account, request, signal)
    await opened.prove(authorizations, key)
    return await opened.finish(location, finalize)
  } catch (error) {
    if (error instanceof Refused) throw toNotIssued(error)
    if (limit.aborted && !request.signal.aborted)
      throw new NotIssued('The certificate authority did not finish in time.', {
        isOutage: true,
      })
    throw error
  }
}
