import type { Fixture } from './fixture.ts'
import type { Row } from './row.ts'

const aDatabase = { item: (fixture: Fixture) => fixture.makeDatabase() }
// The fake engine has no SQL, which the owner’s 409 says.
const aConsole = { ...aDatabase, ok: 409 }
const someRow = { schema: 'public', table: 'orders', key: { id: '1' }, old: { id: '1' } }

/** Calls about databases and their console. */
export const databases: Row[] = [
  {
    route: 'POST /api/databases',
    access: 'activeCustomer',
    ok: 404,
    json: ({ next }) => ({
      serviceId: Bun.randomUUIDv7(),
      dbName: `shop_${next()}`,
      dbUser: 'anna',
      dbPassword: 'a good long one',
      dbType: 'postgresql',
    }),
  },
  ...[
    { route: 'GET /api/databases' },
    { route: 'GET /api/databases/:serviceId', item: (fixture: Fixture) => fixture.activeService('owner') },
    { route: 'GET /api/databases/engines' },
    { route: 'DELETE /api/databases/:id', ...aDatabase },
    {
      route: 'POST /api/databases/:id/password',
      ...aDatabase,
      json: () => ({ password: 'another good one' }),
    },
    { route: 'PUT /api/databases/:id/access', ...aDatabase, json: () => ({ allow: ['203.0.113.7'] }) },
    { route: 'POST /api/databases/:id/recreate', ...aDatabase, ok: 409 },
    { route: 'GET /api/databases/:id/usage', ...aDatabase },
    { route: 'GET /api/databases/:id/export', ...aDatabase },
    { route: 'POST /api/databases/:id/import', ...aDatabase, ok: 415 },
    { route: 'GET /api/databases/dumps' },
    {
      route: 'POST /api/databases/dumps/:id/restore',
      item: (fixture: Fixture) => fixture.makeDatabaseDump(),
    },
    { route: 'POST /api/databases/:id/query', ...aConsole, json: () => ({ sql: 'select 1' }) },
    {
      route: 'POST /api/databases/:id/query/cancel',
      ...aDatabase,
      json: () => ({ queryId: Bun.randomUUIDv7() }),
    },
    { route: 'POST /api/databases/:id/explain', ...aConsole, json: () => ({ sql: 'select 1' }) },
    { route: 'GET /api/databases/:id/schema', ...aConsole },
    {
      route: 'GET /api/databases/:id/rows',
      ...aConsole,
      json: () => ({ schema: 'public', table: 'orders' }),
    },
    {
      route: 'POST /api/databases/:id/rows',
      ...aConsole,
      json: () => ({ ...someRow, values: { id: '1' } }),
    },
    {
      route: 'PATCH /api/databases/:id/rows',
      ...aConsole,
      json: () => ({ ...someRow, set: { id: '2' } }),
    },
    { route: 'DELETE /api/databases/:id/rows', ...aConsole, json: () => someRow },
    { route: 'GET /api/databases/:id/history', ...aDatabase },
    { route: 'DELETE /api/databases/:id/history', ...aDatabase },
  ].map((row): Row => ({ ...row, access: 'customer' })),
]
