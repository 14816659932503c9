import type { AllServices } from '#features/cloud/contract.ts'
import type { TestApp } from './app.ts'

/** The entities beyond the eight lists, by the end of their path. */
export const furtherPaths = [
  'load-balancers',
  'cdn',
  'api-gateways',
  'messaging',
  'ml-services',
  'monitoring',
  'devops',
  'metrics',
  'costs',
]

/** A customer of the portal, and calls to the cloud command centre on their behalf. */
export async function createCloud(app: TestApp) {
  const customer = await app.addCustomer()
  const call = (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) =>
    app.request(path, {
      method,
      cookie: customer.cookie,
      headers,
      ...(json === undefined ? {} : { json }),
    })
  const seed = () => call('POST', '/api/cloud/create-resource', { action: 'seed-sample-data' })
  const read = async () => (await call('GET', '/api/cloud/all-services')).body as AllServices
  /** Repeats the request with the last ETag; null when nothing has changed. */
  const poll = async (etag: string) => {
    const headers = { 'if-none-match': etag }
    const reply = await call('GET', '/api/cloud/all-services', undefined, headers)
    return {
      etag: reply.headers.get('etag') ?? '',
      status: reply.status,
      services: reply.status === 304 ? null : (reply.body as AllServices),
    }
  }
  const act = (action: string, resourceId: string, serviceType = 'instance') =>
    call('POST', '/api/cloud/actions', { action, resourceId, serviceType })
  return { ...customer, call, seed, read, poll, act }
}
