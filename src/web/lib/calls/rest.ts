import { errorOfResponse, readJson } from './api-error.ts'
import { watchedFetch } from './watched-fetch.ts'

/**
 * A call on its REST path with the session cookie; a body goes as JSON only when there is one, and `signal` drops the call.
 * @throws ApiError when the answer is not OK, or no JSON.
 */
export async function callRest<T>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const init: RequestInit = { method, credentials: 'include', ...(signal ? { signal } : {}) }
  if (body !== undefined) {
    init.headers = { 'content-type': 'application/json' }
    init.body = JSON.stringify(body)
  }
  const response = await watchedFetch(path, init)
  if (!response.ok) throw await errorOfResponse(response)
  return readJson(response)
}
