import { callAddress } from './acting.ts'
import { doubtConnection, suspiciousMs } from './connection.ts'

/** What a proxy answers for a server that it cannot reach. */
const proxyFailures = new Set([502, 504])

type Again = () => Promise<Response>

/** What becomes of a refusal that may ask for a fresh proof of who the caller is. */
let answerRefusal = async (answer: Response, _again: Again): Promise<Response> => answer

/** Who asks for the proof, and sends a call again once it was given (docs/product/account-security.md, "Re-authentication"). */
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
 * `fetch` that reports when a call gets no answer, or none for long, so that the page can say that the server is gone. A call
 * that wants a fresh proof of who its caller is, is repeated once they gave it.
 */
export async function watchedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const again = () => send(input, init)
  const answer = await again()
  // A batch has the statuses of several calls.
  return answer.status === 403 || answer.status === 207 ? answerRefusal(answer, again) : answer
}
