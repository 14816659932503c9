import { expect, test } from 'bun:test'
import { httpRoutes } from '#app/http-routes.ts'
import { appRouter } from '#app/router.ts'
import { listRoutes, takesKey } from '#server/http/rest.ts'
import { proceduresOf } from '#server/trpc/trpc-internals.ts'
import { alwaysServed, missing, planned } from './rest-table/paths.ts'
import { createTestApp } from './support/app.ts'

/** `GET /api/orders/:id` and `GET /api/orders/{orderId}` are the same path. */
const normal = (route: string): string => route.replace(/:[A-Za-z]+|\{[A-Za-z]*\}/g, '{}')
const nameOf = ({ method, path }: { method: string; path: string }) => normal(`${method} ${path}`)

const live = new Set([...listRoutes(appRouter), ...httpRoutes].map(nameOf))
const everyPath = planned.map(normal)
const later = Object.values(missing).flat().map(normal)

test('every planned path is served or listed as missing', () => {
  const waiting = new Set(later)
  expect(everyPath.filter((path) => !live.has(path) && !waiting.has(path))).toEqual([])
})

test('no served path is still listed as missing', () => {
  expect(later.filter((path) => live.has(path))).toEqual([])
})

test('each path listed as missing is planned, listed once, and dispensable', () => {
  const known = new Set(everyPath)
  expect(later.filter((path) => !known.has(path))).toEqual([])
  expect(later.length).toBe(new Set(later).size)
  const due = new Set(alwaysServed.map(normal))
  expect(later.filter((path) => due.has(path))).toEqual([])
  expect([...due].filter((path) => !live.has(path))).toEqual([])
})

test('every served path is planned', () => {
  const known = new Set(everyPath)
  // The approval desk’s outbox, the preview frame, new keys of a cloud account, and forms for browsers without JavaScript.
  const beyond = new Set([
    'GET /api/admin/mails',
    'GET /preview',
    'PATCH /api/cloud/providers/{}',
    'POST /auth/forgot',
    'POST /auth/reset',
    'POST /contact',
    'POST /report-site/{}',
  ])
  expect([...live].filter((path) => !known.has(path) && !beyond.has(path))).toEqual([])
})

test('the application’s routes are those of the table', async () => {
  const app = await createTestApp()
  expect(app.portal.routes.map(nameOf).sort()).toEqual([...live].sort())
  await app.close()
})

test('only these procedures have no REST path', () => {
  const shown = new Set(listRoutes(appRouter).map(({ procedure }) => procedure))
  const hidden = Object.keys(proceduresOf(appRouter)).filter((name) => !shown.has(name))
  expect(hidden.sort()).toEqual([
    'activity.list',
    'backups.schedules',
    'catalogue.all',
    'cloud.get',
    'email.messages.page',
    'files.browse',
    'files.get',
    'files.trashTotals',
    'projects.outline',
    'servers.limits',
    'servers.overview',
    'servers.timeline',
    'servers.today',
  ])
})

test('every customer POST accepts an Idempotency-Key, except those that the README names', () => {
  const others = [...listRoutes(appRouter), ...httpRoutes]
    .filter((route) => route.method === 'POST' && route.access !== 'visitor')
    .filter((route) => !('call' in route && takesKey(route)))
  expect(others.map(nameOf).sort()).toEqual([
    'POST /api/databases/{}/explain',
    'POST /api/databases/{}/import',
    'POST /api/databases/{}/password',
    'POST /api/databases/{}/query',
    'POST /api/databases/{}/query/cancel',
    'POST /api/databases/{}/rows',
    'POST /api/email/accounts',
    'POST /api/email/accounts/{}/drafts/{}/attachments',
    'POST /api/email/accounts/{}/password',
    'POST /api/files',
    'POST /api/files/archive',
    'POST /api/files/{}/extract',
    'POST /api/files/{}/share',
    'POST /api/objects/upload',
    'POST /api/user/api-keys',
    'POST /api/user/deletion',
    'POST /api/user/mobile/verify',
    'POST /api/user/passkeys',
    'POST /api/user/passkeys/options',
    'POST /api/user/password',
    'POST /api/user/sudo',
    'POST /api/user/sudo/options',
    'POST /api/user/totp/confirm',
    'POST /api/user/totp/disable',
    'POST /api/user/totp/enable',
    'POST /api/user/totp/recovery-codes',
    'POST /api/user/webhooks',
    'POST /api/user/webhooks/{}/secret',
  ])
})

test('no two procedures declare the same path, and static segments precede parameters', () => {
  const routes = listRoutes(appRouter).map(nameOf)
  expect(new Set(routes).size).toBe(routes.length)
  const position = (path: string) => routes.indexOf(path)
  for (const route of routes.filter((name) => name.endsWith('/{}'))) {
    const siblings = routes.filter(
      (name) =>
        name !== route &&
        name.startsWith(route.slice(0, -2)) &&
        name.split('/').length === route.split('/').length,
    )
    for (const sibling of siblings) expect(position(sibling)).toBeLessThan(position(route))
  }
})
