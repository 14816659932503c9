import { callAddress } from './acting.ts'
import { doubtConnection, suspiciousMs } from './connection.ts'

/** Statuses of a proxy whose server is unreachable. */
const proxyFailures = new Set([502, 504])

type Again = () => Promise<Response>

/** Handles a refusal that may require a fresh proof of identity. */
let answerRefusal = async (answer: Response, _again: Again): Promise<Response> => answer

/** Sets the handler that asks for the proof and repeats the call (docs/product/account-security.md, "Re-authentication"). */
export const answerRefusalBy = (how: typeof answerRefusal): void => {
  answerRefusal = how
}

async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const timer = setTimeout(doubtConnection, suspiciousMs)
  try {
    const answer = await fetch(typeof input === 'string' ? callAddress(input) : input, init)
    if (proxyFailures.has(answer.status)) doubtConnection()
    return answer
  } catch (error) {
    if (!init?.signal?.aborted) doubtConnection()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * `fetch` that reports calls without a response, or with a slow one, so that the page can show a lost connection. A call
 * that requires a fresh proof of identity is repeated after the proof.
 */
export async function watchedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const again = () => send(input, init)
  const answer = await again()
  // A batch response has one status for several calls.
  return answer.status === 403 || answer.status === 207 ? answerRefusal(answer, again) : answer
}
