import type { Row } from './row.ts'
import type { World } from './world.ts'

/** Calls about API keys. */
export const keys: Row[] = [
  { route: 'GET /api/user/api-keys' },
  {
    route: 'POST /api/user/api-keys',
    ok: 201,
    json: () => ({ name: 'Deployment', scopes: ['files:read'] }),
  },
  { route: 'DELETE /api/user/api-keys/:id', item: (world: World) => world.makeKey().then(({ id }) => id) },
].map((row): Row => ({ ...row, access: 'customer' }))
