import { inArray } from 'drizzle-orm'
import type { Row } from './row.ts'
import type { World } from './world.ts'

/** The calls about everything that an account has. */
export const account: Row[] = [
  { route: 'GET /api/user/export' },
  {
    route: 'POST /api/user/export',
    ok: 202,
    // One a day can be asked for, and this world asks more often.
    json: async ({ app, people }: World) => {
      const { accountExports: e } = app.store.t
      const whose = Object.values(people).map(({ id }) => id)
      await app.store.tx((tx) => tx.delete(tx.t.accountExports).where(inArray(e.userId, whose)))
      return {}
    },
  },
  { route: 'GET /api/user/export/:id/download', item: (world: World) => world.makeExport() },
  { route: 'GET /api/user/deletion' },
  // Without a password: the world goes on.
  { route: 'POST /api/user/deletion', ok: 422, json: () => ({}) },
  { route: 'DELETE /api/user/deletion', ok: 404 },
].map((row): Row => ({ ...row, access: 'customer' }))
