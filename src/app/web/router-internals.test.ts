import { expect, test } from 'bun:test'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  redirect,
} from '@tanstack/react-router'
import { outcomeOfLoad, withTreeCache } from './router-internals.ts'

function routerOf(path: string, paths: Record<string, () => unknown>) {
  const root = createRootRoute()
  const children = Object.entries(paths).map(([path, loader]) =>
    createRoute({ getParentRoute: () => root, path, loader }),
  )
  const history = createMemoryHistory({ initialEntries: [path] })
  return createRouter({ routeTree: root.addChildren(children), history, isServer: true })
}

async function load(path: string) {
  const router = routerOf(path, {
    '/page': () => 'data',
    '/moved': () => {
      throw redirect({ href: '/page' })
    },
    '/gone': () => {
      throw notFound()
    },
    '/broken': () => {
      throw new Error('no data')
    },
  })
  await router.load()
  return outcomeOfLoad(router)
}

test("reports the router's load result", async () => {
  expect(await load('/page')).toMatchObject({ type: 'render', status: 200 })
  expect(await load('/nowhere')).toMatchObject({ type: 'render', status: 404 })
  expect(await load('/gone')).toMatchObject({ type: 'render', status: 404 })
  expect(await load('/broken')).toMatchObject({ type: 'render', status: 500 })
  expect(await load('/moved')).toMatchObject({ type: 'redirect', redirect: { options: { href: '/page' } } })
})

test("caches the router's processed trees per set of pages", () => {
  withTreeCache('router-internals.test', () => routerOf('/one', { '/one': () => 1 }))
  const first = globalThis.__TSR_CACHE__
  expect(first).toBeDefined()
  withTreeCache('router-internals.test other', () => expect(globalThis.__TSR_CACHE__).toBeUndefined())
  withTreeCache('router-internals.test', () => expect(globalThis.__TSR_CACHE__).toBe(first))
})
