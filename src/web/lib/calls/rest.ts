import { errorOfResponse, readJson } from './api-error.ts'
import { watchedFetch } from './watched-fetch.ts'

/**
 * Calls a REST path with the session cookie; a body is sent as JSON, and `signal` aborts the call.
 * @throws ApiError when the response is not OK, or not JSON.
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
