import type { Fixture } from './fixture.ts'
import type { Row } from './row.ts'

const invited = { item: (fixture: Fixture) => fixture.makeMember({}) }
const asked = { item: (fixture: Fixture) => fixture.makeMember({ owner: 'administrator', to: 'owner' }) }
const joined = { item: (fixture: Fixture) => fixture.makeMember({ owner: 'foreign', by: 'owner' }) }

/** Calls about members. */
export const members: Row[] = [
  { route: 'GET /api/user/members' },
  {
    route: 'POST /api/user/members',
    ok: 404,
    json: () => ({ serviceId: Bun.randomUUIDv7(), email: 'invited@example.org', role: 'viewer' }),
  },
  { route: 'PATCH /api/user/members/:id', ...invited, json: () => ({ role: 'viewer' }) },
  { route: 'DELETE /api/user/members/:id', ...invited },
  { route: 'GET /api/user/shared' },
  { route: 'POST /api/user/shared/:id/accept', ...asked },
  { route: 'POST /api/user/shared/accept', ok: 422, json: () => ({ token: 'none' }) },
  { route: 'DELETE /api/user/shared/:id', ...joined },
].map((row): Row => ({ ...row, access: 'customer' }))
