import { doubtConnection, suspiciousMs } from './connection.ts'

/** What a proxy answers for a server that it cannot reach. */
const proxyFailures = new Set([502, 504])

/** `fetch` that reports when a call gets no answer, or none for long, so that the page can say that the server is gone. */
export async function watchedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const timer = setTimeout(doubtConnection, suspiciousMs)
  try {
    const answer = await fetch(input, init)
    if (proxyFailures.has(answer.status)) doubtConnection()
    return answer
  } catch (error) {
    if (!init?.signal?.aborted) doubtConnection()
    throw error
  } finally {
    clearTimeout(timer)
  }
}
