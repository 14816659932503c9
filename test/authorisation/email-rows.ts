import type { Row } from './row.ts'
import type { World } from './world.ts'

const aMailbox = { item: (world: World) => world.makeEmailAccount() }
const anAlias = { item: (world: World) => world.makeEmailAccount('alias') }

/** The calls of email accounts. */
export const email: Row[] = [
  {
    route: 'POST /api/email/accounts',
    access: 'activeCustomer',
    ok: 404,
    json: ({ next }) => ({ local: `anna-${next()}`, domain: 'nobody-has-it.example' }),
  },
  ...[
    { route: 'GET /api/email/accounts' },
    { route: 'GET /api/email/stats' },
    { route: 'GET /api/email/domains' },
    { route: 'GET /api/email/deleted' },
    {
      route: 'PUT /api/email/accounts/:id/status',
      ...aMailbox,
      json: () => ({ status: 'suspended' }),
    },
    {
      route: 'PUT /api/email/accounts/:id/forwarding',
      ...anAlias,
      json: () => ({ forwardTo: ['anna@elsewhere.example'] }),
    },
    { route: 'PUT /api/email/accounts/:id/storage', ...aMailbox, json: () => ({ quota: 500 }) },
    {
      route: 'POST /api/email/accounts/:id/storage/cleanup',
      ...aMailbox,
      json: () => ({ olderThanDays: 30 }),
    },
    { route: 'POST /api/email/accounts/:id/password', ...aMailbox, namesSecrets: true as const },
    { route: 'DELETE /api/email/accounts/:id', ...aMailbox },
    {
      route: 'POST /api/email/accounts/:id/undelete',
      item: (world: World) => world.makeDeletedEmailAccount(),
    },
  ].map((row): Row => ({ ...row, access: 'customer' })),
]
