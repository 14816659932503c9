import type { Fixture } from './fixture.ts'
import type { Row } from './row.ts'

const aNotice = { item: (fixture: Fixture) => fixture.makeNotice() }
const aWebhook = { item: (fixture: Fixture) => fixture.makeWebhook() }

/** Calls about notifications and webhooks. */
export const notices: Row[] = [
  { route: 'GET /api/user/notifications' },
  { route: 'GET /api/user/notifications/unread' },
  { route: 'POST /api/user/notifications/read', json: () => ({ all: true }) },
  { route: 'DELETE /api/user/notifications/:id', ...aNotice },
  { route: 'DELETE /api/user/notifications' },
  { route: 'GET /api/user/notifications/preferences' },
  {
    route: 'PUT /api/user/notifications/preferences',
    json: () => ({ preferences: [{ kind: 'backup.failed', mail: false }] }),
  },
  { route: 'GET /api/user/webhooks' },
  {
    route: 'POST /api/user/webhooks',
    ok: 201,
    json: () => ({ url: 'https://receiver.example/hook' }),
    namesSecrets: true as const,
  },
  { route: 'PATCH /api/user/webhooks/:id', ...aWebhook, json: () => ({ description: 'Chat' }) },
  { route: 'DELETE /api/user/webhooks/:id', ...aWebhook },
  { route: 'POST /api/user/webhooks/:id/secret', ...aWebhook, namesSecrets: true as const },
  { route: 'POST /api/user/webhooks/:id/test', ...aWebhook, ok: 201 },
  { route: 'GET /api/user/webhooks/:id/deliveries', ...aWebhook },
  {
    route: 'POST /api/user/webhooks/:id/deliveries/:deliveryId/replay',
    ...aWebhook,
    ok: 201,
    json: async (fixture: Fixture) => ({ deliveryId: await fixture.makeDelivery() }),
  },
].map((row): Row => ({ ...row, access: 'customer' }))
