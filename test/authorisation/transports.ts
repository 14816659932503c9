import { appRouter } from '#app/router.ts'
import { proceduresOf } from '#server/http/rest.ts'
import type { Send } from './judge.ts'
import type { World } from './world.ts'

const procedures = proceduresOf(appRouter)

function queryOf(input: Record<string, unknown> | undefined): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input ?? {}))
    for (const each of [value].flat()) query.append(name, String(each))
  return query.size > 0 ? `?${query}` : ''
}

/** The call through its REST path, or as the form it is. */
export const callByRest = (world: World, route: string): Send => {
  const [method = '', pattern = ''] = route.split(' ')
  return ({ cookie, id, json, form }) => {
    const others = json as Record<string, unknown> | undefined
    const path = pattern.replace(/:\w+/, id ?? '').replace(/:(\w+)/g, (_, name) => String(others?.[name]))
    if (method === 'GET') return world.send(`${path}${queryOf(others)}`, { method, cookie })
    if (!form) return world.send(path, { method, cookie, json })
    const body = new URLSearchParams(form).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return world.send(path, { method, cookie, body, headers })
  }
}

/** The same call by the name of its procedure. */
export const callByTrpc = (world: World, route: string, procedure: string): Send => {
  const parameter = /:(\w+)/.exec(route)?.[1]
  const isQuery = procedures[procedure]?._def.type === 'query'
  return async ({ cookie, id, json }) => {
    const input = { ...(json as object | undefined), ...(parameter ? { [parameter]: id } : {}) }
    const path = `/api/trpc/${procedure}`
    if (!isQuery) return world.send(path, { method: 'POST', cookie, json: input })
    return world.send(`${path}?input=${encodeURIComponent(JSON.stringify(input))}`, { method: 'GET', cookie })
  }
}
