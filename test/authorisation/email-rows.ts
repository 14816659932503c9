import { type Fixture, messageInBoxes } from './fixture.ts'
import type { Row } from './row.ts'

const aMailbox = { item: (fixture: Fixture) => fixture.makeEmailAccount() }
const anAlias = { item: (fixture: Fixture) => fixture.makeEmailAccount('alias') }

const inBox = '/api/email/accounts/:id/messages'
// The message in each mailbox is not a draft.
const aDraft = '/api/email/accounts/:id/drafts/:draftId'
const aMessage = { ...aMailbox, json: () => ({ messageId: messageInBoxes }) }
const several = (more: object = {}) => ({ ...aMailbox, json: () => ({ ids: [messageInBoxes], ...more }) })

/** Calls about the messages in mailboxes. */
const messages = [
  { route: `GET ${inBox}`, ...aMailbox },
  { route: 'email.messages.page', ok: 404, json: () => ({ id: Bun.randomUUIDv7() }) },
  { route: `GET ${inBox}/:messageId`, ...aMessage },
  {
    route: `PATCH ${inBox}/:messageId`,
    ...aMailbox,
    json: () => ({ messageId: messageInBoxes, isSeen: true }),
  },
  { route: `PATCH ${inBox}`, ...several({ isSeen: true }) },
  { route: `DELETE ${inBox}/:messageId`, ...aMessage },
  { route: `DELETE ${inBox}`, ...several() },
  { route: `GET ${inBox}/:messageId/source`, ...aMessage },
  { route: `GET ${inBox}/:messageId/view`, ...aMessage },
  {
    route: `GET ${inBox}/:messageId/attachments/:n`,
    ...aMailbox,
    json: () => ({ messageId: messageInBoxes, n: '0' }),
  },
  // An example domain sends no mail, which the owner’s answer says.
  {
    route: 'POST /api/email/accounts/:id/send',
    ...aMailbox,
    ok: 409,
    json: () => ({ to: ['bob@elsewhere.example'], text: 'Hello' }),
  },
  { route: `GET ${aDraft}`, ...aMailbox, json: () => ({ draftId: messageInBoxes }), ok: 409 },
  { route: `PUT ${aDraft}`, ...aMailbox, json: () => ({ draftId: Bun.randomUUIDv7(), text: 'Hello' }) },
  {
    route: `POST ${aDraft}/attachments`,
    ...aMailbox,
    ok: 409,
    json: () => ({ draftId: messageInBoxes }),
  },
  {
    route: `DELETE ${aDraft}/attachments/:n`,
    ...aMailbox,
    ok: 409,
    json: () => ({ draftId: messageInBoxes, n: '0' }),
  },
  { route: `POST ${aDraft}/send`, ...aMailbox, ok: 409, json: () => ({ draftId: messageInBoxes }) },
  { route: `POST ${aDraft}/undo`, ...aMailbox, ok: 409, json: () => ({ draftId: messageInBoxes }) },
  { route: 'GET /api/email/accounts/:id/outgoing', ...aMailbox },
  // Mail programs cannot be used here, which the owner’s answer says.
  { route: 'GET /api/email/accounts/:id/profile.mobileconfig', ...aMailbox, ok: 409 },
  { route: 'GET /api/email/setup' },
]

const aMailDomain = { item: (fixture: Fixture) => fixture.makeMailDomain() }

/** Calls about domain mail. */
const ofDomains = [
  { route: 'POST /api/domains/:id/mail', item: (fixture: Fixture) => fixture.makeDomain(), json: () => ({}) },
  { route: 'GET /api/email/domains/:id', ...aMailDomain },
  { route: 'PUT /api/email/domains/:id', ...aMailDomain, json: () => ({ greylisting: true }) },
  { route: 'POST /api/email/domains/:id/dkim', ...aMailDomain },
]

/** Calls about email accounts. */
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
    { route: 'PUT /api/email/accounts/:id/signature', ...aMailbox, json: () => ({ signature: 'Anna' }) },
    { route: 'DELETE /api/email/accounts/:id', ...aMailbox },
    {
      route: 'POST /api/email/accounts/:id/undelete',
      item: (fixture: Fixture) => fixture.makeDeletedEmailAccount(),
    },
    ...messages,
    ...ofDomains,
  ].map((row): Row => ({ ...row, access: 'customer' })),
]
