import { appRouter } from '#app/router.ts'
import { proceduresOf } from '#server/trpc/trpc-internals.ts'
import type { Fixture } from './fixture.ts'
import type { Send } from './judge.ts'

const procedures = proceduresOf(appRouter)

function queryOf(input: Record<string, unknown> | undefined): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input ?? {}))
    for (const each of [value].flat()) query.append(name, String(each))
  return query.size > 0 ? `?${query}` : ''
}

/** The header that names the customer a call acts for. */
const headersFor = (actingFor: string | undefined): Record<string, string> =>
  actingFor ? { 'x-acting-for': actingFor } : {}

/** The call through its REST path, or as the form it is. */
export const callByRest = (fixture: Fixture, route: string): Send => {
  const [method = '', pattern = ''] = route.split(' ')
  return ({ cookie, bearer, actingFor, id, json, form }) => {
    const by = { cookie, bearer, headers: headersFor(actingFor) }
    const others = json as Record<string, unknown> | undefined
    const path = pattern.replace(/:\w+/, id ?? '').replace(/:(\w+)/g, (_, name) => String(others?.[name]))
    if (method === 'GET') return fixture.send(`${path}${queryOf(others)}`, { method, ...by })
    if (!form) return fixture.send(path, { method, ...by, json })
    const body = new URLSearchParams(form).toString()
    const headers = { ...by.headers, 'content-type': 'application/x-www-form-urlencoded' }
    return fixture.send(path, { method, ...by, body, headers })
  }
}

/** The same call by its procedure name. */
export const callByTrpc = (fixture: Fixture, route: string, procedure: string): Send => {
  const parameter = /:(\w+)/.exec(route)?.[1]
  const isQuery = procedures[procedure]?._def.type === 'query'
  return async ({ cookie, bearer, actingFor, id, json }) => {
    const by = { cookie, bearer, headers: headersFor(actingFor) }
    const input = { ...(json as object | undefined), ...(parameter ? { [parameter]: id } : {}) }
    const path = `/api/trpc/${procedure}`
    if (!isQuery) return fixture.send(path, { method: 'POST', ...by, json: input })
    return fixture.send(`${path}?input=${encodeURIComponent(JSON.stringify(input))}`, {
      method: 'GET',
      ...by,
    })
  }
}
