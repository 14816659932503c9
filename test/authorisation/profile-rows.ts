import type { Fixture } from './fixture.ts'
import type { Row } from './row.ts'

const customers: Omit<Row, 'access'>[] = [
  { route: 'PUT /api/user/profile', json: ({ next }) => ({ firstName: `Asha ${next()}` }) },
  { route: 'POST /api/objects/upload', ok: 201 },
  { route: 'GET /api/objects/:id', item: (fixture: Fixture) => fixture.makePhoto() },
  { route: 'POST /api/user/mobile/send' },
  { route: 'POST /api/user/mobile/verify', ok: 422, json: () => ({ code: '000000' }) },
]

/** Calls about profiles. */
export const profile: Row[] = [
  ...customers.map((row): Row => ({ ...row, access: 'customer' })),
  // The upload address is signed; this one is not.
  { route: 'PUT /api/objects/:id', access: 'visitor', ok: 404, item: () => Bun.randomUUIDv7() },
]
