import { beforeEach, expect, test } from 'bun:test'
import { QueryClient } from '@tanstack/react-query'
import { createTRPCClient } from '@trpc/client'
import { getQueryKey } from '@trpc/react-query'
import type { AppRouter } from '#app/router.ts'
import { callerLinks } from './lib/links.ts'
import { createQueryUtils, queryKeyOf, trpc } from './trpc.ts'

let queryClient: QueryClient
let calls: [path: string, input: unknown][]
beforeEach(() => {
  queryClient = new QueryClient()
  calls = []
})

const id = '0190a000-0000-7000-8000-000000000001'

const openUtils = () => {
  const call = async (path: string, input: unknown) => {
    calls.push([path, input])
    return [path]
  }
  return createQueryUtils({ queryClient, client: createTRPCClient<AppRouter>({ links: callerLinks(call) }) })
}

test('a query has the key that @trpc/react-query gives it', () => {
  expect(queryKeyOf(trpc.servers.get, { id }, 'query')).toEqual(
    getQueryKey(trpc.servers.get, { id }, 'query'),
  )
  expect(queryKeyOf(trpc.servers.list, undefined, 'query')).toEqual(
    getQueryKey(trpc.servers.list, undefined, 'query'),
  )
  expect(queryKeyOf(trpc.servers.list)).toEqual(getQueryKey(trpc.servers.list))
  expect(queryKeyOf(trpc.servers)).toEqual([['servers']])
})

test('what a loader prefetched is there under the key of the hook, and is called once', async () => {
  const utils = openUtils()
  await utils.servers.get.prefetch({ id })
  expect(calls).toEqual([['servers.get', { id }]])
  expect(queryClient.getQueryData(queryKeyOf(trpc.servers.get, { id }, 'query'))).toEqual(['servers.get'])
  expect(await utils.servers.get.ensureData({ id })).toEqual(['servers.get'] as never)
  expect(calls).toHaveLength(1)
  await utils.servers.get.fetch({ id })
  expect(calls).toHaveLength(2)
})

test('invalidating a part of the tree marks all below it, with every input, and nothing beside it', async () => {
  const utils = openUtils()
  await Promise.all([
    utils.servers.get.prefetch({ id }),
    utils.servers.list.prefetch(),
    utils.orders.list.prefetch(),
  ])
  const isStale = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated
  await utils.servers.invalidate()
  expect(isStale(queryKeyOf(trpc.servers.get, { id }, 'query'))).toBe(true)
  expect(isStale(queryKeyOf(trpc.servers.list, undefined, 'query'))).toBe(true)
  expect(isStale(queryKeyOf(trpc.orders.list, undefined, 'query'))).toBe(false)
  await utils.invalidate()
  expect(isStale(queryKeyOf(trpc.orders.list, undefined, 'query'))).toBe(true)
})

test('data that is set is what is got, for its input alone', () => {
  const utils = openUtils()
  const other = id.replace(/1$/, '2')
  utils.servers.get.setData({ id }, { id } as never)
  expect(utils.servers.get.getData({ id })).toMatchObject({ id })
  expect(utils.servers.get.getData({ id: other })).toBeUndefined()
})
