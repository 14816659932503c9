import type { z } from 'zod'
import { type CloudAccount, type DriverSettings, ProviderRefused } from '../driver.ts'
import { defaultTimeoutMs, sendRequest, unreadable } from './http.ts'

export type BearerApi = {
  get<T extends z.ZodType>(call: Get<T>): Promise<z.output<T>>
  post(call: { account: CloudAccount; path: string; json: unknown }): Promise<void>
}

type Get<T> = { account: CloudAccount; path: string; schema: T; signal?: AbortSignal | undefined }

/** A refusal in the portal's words; the provider's message is not passed on. */
function refusal(label: string, status: number): ProviderRefused {
  if (status === 401) return new ProviderRefused(`${label} refused the API token.`, 'credentials')
  if (status === 403)
    return new ProviderRefused(
      `The API token of ${label} does not have the permission for this.`,
      'permission',
    )
  if (status === 404) return new ProviderRefused(`${label} no longer has this resource.`, 'missing')
  // 409 conflict, 412, 422 unprocessable, 423 locked: the resource is not ready for the action.
  if (status === 409 || status === 412 || status === 422 || status === 423)
    return new ProviderRefused(`${label} refused this: the resource is busy or in another state.`, 'state')
  return new ProviderRefused(`${label} refused the request.`, 'request')
}

function parse<T extends z.ZodType>(label: string, schema: T, text: string): z.output<T> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw unreadable(label)
  }
  const parsed = schema.safeParse(json)
  if (!parsed.success) throw unreadable(label)
  return parsed.data
}

/** A JSON API with a bearer token: Hetzner's and DigitalOcean's. */
export function createBearerApi(
  label: string,
  { baseUrl, timeoutMs = defaultTimeoutMs }: DriverSettings & { baseUrl: string },
): BearerApi {
  const headersOf = ({ secretAccessKey }: CloudAccount) => ({
    authorization: `Bearer ${secretAccessKey}`,
    accept: 'application/json',
  })
  return {
    async get({ account, path, schema, signal }) {
      const headers = headersOf(account)
      const answer = await sendRequest({
        label,
        url: baseUrl + path,
        method: 'GET',
        headers,
        timeoutMs,
        signal,
      })
      if (answer.status >= 400) throw refusal(label, answer.status)
      return parse(label, schema, answer.text)
    },
    async post({ account, path, json }) {
      const headers = { ...headersOf(account), 'content-type': 'application/json' }
      const body = JSON.stringify(json)
      const answer = await sendRequest({
        label,
        url: baseUrl + path,
        method: 'POST',
        headers,
        body,
        timeoutMs,
      })
      if (answer.status >= 400) throw refusal(label, answer.status)
    },
  }
}
