import { after, hour } from '#shared/time.ts'
import type { Fixture } from './fixture.ts'
import type { Row } from './row.ts'

const aCustomer = ({ people }: Fixture) => people.owner.id

/** The owner an hour later: mails to one customer are rate-limited. */
const aQuietCustomer = ({ app, people }: Fixture) => {
  app.advance(hour)
  return people.owner.id
}

async function aNote({ app, people }: Fixture): Promise<string> {
  const id = Bun.randomUUIDv7()
  const about = { userId: people.owner.id, authorId: people.administrator.id }
  const row = { id, ...about, text: 'Called.', createdAt: app.deps.now() }
  await app.store.tx((tx) => tx.insert(tx.t.customerNotes).values(row))
  return id
}

/** Administrator calls about one customer. */
export const customerDesk: Row[] = [
  { route: 'GET /api/admin/customers/:id', item: aCustomer },
  {
    route: 'POST /api/admin/customers/:id/notes',
    ok: 201,
    item: aCustomer,
    json: () => ({ text: 'Called.' }),
  },
  { route: 'PATCH /api/admin/customer-notes/:id', item: aNote, json: () => ({ text: 'Called again.' }) },
  { route: 'DELETE /api/admin/customer-notes/:id', item: aNote },
  { route: 'POST /api/admin/customers/:id/password-reset', item: aQuietCustomer },
  {
    route: 'POST /api/admin/customers/:id/messages',
    ok: 201,
    item: aQuietCustomer,
    json: () => ({ subject: 'Friday', text: 'We begin at ten.' }),
  },
  { route: 'POST /api/admin/customers/:id/view', ok: 201, item: aCustomer },
  {
    route: 'DELETE /api/admin/views/:id',
    item: async ({ app, people }: Fixture) => {
      const [id, createdAt] = [Bun.randomUUIDv7(), app.deps.now()]
      const who = {
        userId: people.owner.id,
        viewerId: people.administrator.id,
        sessionId: Bun.randomUUIDv7(),
      }
      const row = { id, ...who, createdAt, endsAt: after(createdAt, hour) }
      await app.store.tx((tx) => tx.insert(tx.t.customerViews).values(row))
      return id
    },
  },
].map((row): Row => ({ ...row, access: 'administrator' }))
