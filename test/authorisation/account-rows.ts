import { inArray } from 'drizzle-orm'
import type { Fixture } from './fixture.ts'
import type { Row } from './row.ts'

/** Calls about the whole account. */
export const account: Row[] = [
  { route: 'GET /api/user/export' },
  {
    route: 'POST /api/user/export',
    ok: 202,
    // The limit is one a day, and these tests request more.
    json: async ({ app, people }: Fixture) => {
      const { accountExports: e } = app.store.t
      const whose = Object.values(people).map(({ id }) => id)
      await app.store.tx((tx) => tx.delete(tx.t.accountExports).where(inArray(e.userId, whose)))
      return {}
    },
  },
  { route: 'GET /api/user/export/:id/download', item: (fixture: Fixture) => fixture.makeExport() },
  { route: 'GET /api/user/deletion' },
  // Without a password, so the account stays.
  { route: 'POST /api/user/deletion', ok: 422, json: () => ({}) },
  { route: 'DELETE /api/user/deletion', ok: 404 },
].map((row): Row => ({ ...row, access: 'customer' }))
