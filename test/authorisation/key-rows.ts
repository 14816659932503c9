import type { Fixture } from './fixture.ts'
import type { Row } from './row.ts'

/** Calls about API keys. */
export const keys: Row[] = [
  { route: 'GET /api/user/api-keys' },
  {
    route: 'POST /api/user/api-keys',
    ok: 201,
    json: () => ({ name: 'Deployment', scopes: ['files:read'] }),
  },
  {
    route: 'DELETE /api/user/api-keys/:id',
    item: (fixture: Fixture) => fixture.makeKey().then(({ id }) => id),
  },
].map((row): Row => ({ ...row, access: 'customer' }))
