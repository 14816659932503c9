import { expect, test } from 'bun:test'
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { createTRPCClient } from '@trpc/client'
import type { AppRouter } from '#app/router.ts'
import { createRandom } from '#test/fuzz/random.ts'
import { callerLinks } from '#web/lib/calls/links.ts'
import { type Viewer, writeViewer } from '#web/viewer.ts'
import { allFeatures } from './all-features.ts'
import { createAppRouter } from './router.tsx'

const open = (viewer: Viewer | null) => {
  const queryClient = new QueryClient()
  writeViewer(queryClient, viewer)
  const client = createTRPCClient<AppRouter>({ links: callerLinks(async () => undefined) })
  return createAppRouter({ features: allFeatures, history: createMemoryHistory(), queryClient, client })
}

const routers = [open(null), open({ isAdmin: true } as Viewer)]
const routes = routers.flatMap((router) =>
  Object.values(router.routesById).flatMap(({ id, options }) =>
    'validateSearch' in options && typeof options.validateSearch === 'function'
      ? [{ router, id, read: options.validateSearch as (search: Record<string, unknown>) => object }]
      : [],
  ),
)

const keys = [
  ...['tab', 'next', 'plan', 'category', 'order', 'sent', 'reset', 'token', 'verified', 'service', 'path'],
  ...[
    'q',
    'sort',
    'at',
    'view',
    'show',
    'project',
    'file',
    'range',
    'status',
    'cursor',
    'selected',
    'page',
    'dialog',
  ],
]
const id = '019aa000-0000-7000-8000-000000000001'
const values = [
  ...['junk', '', ' ', '0', '1', 'true', 'null', 'undefined', '-', '../..', '/etc/passwd', '//evil.example'],
  ...[
    'compute',
    'signup',
    'trash',
    'list',
    '7d',
    'pending',
    '-name',
    'create',
    'instances.name',
    'CM-ABCDEFGH',
    id,
  ],
  ...['\u0000', '\u202etxt', '\ud800', '<b>x</b>', '%E0%A4%A', '{"a":1}', '[1]', 'x'.repeat(5_000), 'भारत'],
]

test('every page that reads search parameters is covered', () => {
  expect(routes.length).toBeGreaterThan(15)
})

test('every page reads back the same parameters it writes', () => {
  const random = createRandom(20_261_122)
  for (let round = 0; round < 5_000; round += 1) {
    const { router, id: route, read } = random.pick(routes)
    const given = Object.fromEntries(
      Array.from({ length: 1 + random.int(4) }, () => [
        random.pick(keys),
        random.once(10) ? [random.pick(values), random.pick(values)] : random.pick(values),
      ]),
    )
    const kept = read(given)
    const { parseSearch, stringifySearch } = router.options
    const written = stringifySearch({ ...kept })
    expect([route, given, stringifySearch({ ...read(parseSearch(written)) })]).toEqual([
      route,
      given,
      written,
    ])
    for (const value of Object.values(kept)) expect(['string', 'boolean']).toContain(typeof value)
    expect(written).not.toContain('%00')
  }
})
