import { account } from './account-rows.ts'
import { auth } from './auth-rows.ts'
import { billing } from './billing-rows.ts'
import { customerDesk } from './customer-rows.ts'
import { databases } from './database-rows.ts'
import { email } from './email-rows.ts'
import type { Fixture } from './fixture.ts'
import { keys } from './key-rows.ts'
import { members } from './member-rows.ts'
import { notices } from './notice-rows.ts'
import { payments } from './payment-rows.ts'
import { profile } from './profile-rows.ts'
import { renewals } from './renewal-rows.ts'
import type { Row } from './row.ts'

const contact = ({ next }: Fixture) => ({
  firstName: 'Asha',
  lastName: 'Rao',
  email: `asha-${next()}@example.com`,
  subject: 'A question',
  message: 'Does the plan include mail?',
})

const limits = {
  diskBytes: 1,
  databases: 1,
  mailboxes: 1,
  domains: 1,
  backups: 1,
  memoryBytes: 1,
  cpuPercent: 1,
}

const visitors: Row[] = [
  { route: 'GET /api/service-categories', access: 'visitor' },
  { route: 'GET /api/pricing-plans/:categoryId', access: 'visitor', item: (fixture) => fixture.categoryId() },
  { route: 'catalogue.all', access: 'visitor' },
  { route: 'GET /api/certificates/authority.pem', access: 'visitor' },
  {
    route: 'POST /api/register',
    access: 'visitor',
    ok: 201,
    json: ({ next }) => {
      const number = next()
      return {
        email: `new-${number}@example.com`,
        mobile: `+9180${String(number).padStart(8, '0')}`,
        password: 'a long enough password',
      }
    },
  },
  {
    route: 'POST /api/login',
    access: 'visitor',
    json: ({ people }) => ({ emailOrMobile: people.owner.email, password: people.owner.password }),
  },
  { route: 'POST /api/logout', access: 'visitor' },
  {
    route: 'POST /api/password/forgot',
    access: 'visitor',
    ok: 202,
    json: () => ({ email: 'nobody@example.com' }),
  },
  {
    route: 'POST /api/password/reset',
    access: 'visitor',
    ok: 422,
    json: () => ({ token: 'no such token', password: 'a long enough password' }),
  },
  { route: 'GET /api/status', access: 'visitor' },
  { route: 'POST /api/contact', access: 'visitor', ok: 201, json: contact },
  // Temporary sites cannot be visited here, and the caller holds none.
  { route: 'POST /api/trials', access: 'visitor', ok: 503 },
  { route: 'GET /api/trials/current', access: 'visitor' },
  {
    route: 'POST /report-site/:name',
    access: 'visitor',
    ok: 303,
    item: async (fixture) => (await fixture.makeTrial()).name,
    form: ({ next }) => ({ email: `asha-${next()}@example.com`, message: 'It asks for passwords.' }),
  },
  {
    route: 'DELETE /api/trials/:name',
    access: 'visitor',
    ok: 404,
    item: () => 'a'.repeat(26),
  },
  {
    route: 'POST /api/trials/:name/keep',
    access: 'customer',
    item: async (fixture) => (await fixture.makeTrial()).name,
  },
  {
    route: 'POST /api/trials/:name/report',
    access: 'visitor',
    ok: 201,
    item: async (fixture) => (await fixture.makeTrial()).name,
    json: ({ next }) => ({ email: `asha-${next()}@example.com`, message: 'It asks for passwords.' }),
  },
  { route: 'POST /contact', access: 'visitor', ok: 303, form: contact },
  { route: 'GET /api/login', access: 'visitor', ok: 302 },
  { route: 'GET /api/logout', access: 'visitor', ok: 302 },
  { route: 'GET /api/verify-email', access: 'visitor', ok: 302 },
  { route: 'POST /auth', access: 'visitor', ok: 303, form: () => ({ mode: 'logout' }) },
  {
    route: 'POST /auth/forgot',
    access: 'visitor',
    ok: 303,
    form: () => ({ email: 'nobody@example.com' }),
  },
  {
    route: 'POST /auth/reset',
    access: 'visitor',
    ok: 422,
    form: () => ({ token: 'no such token', password: 'a long enough password' }),
  },
  { route: 'GET /health', access: 'visitor' },
  { route: 'GET /ready', access: 'visitor' },
  { route: 'GET /api/openapi.json', access: 'visitor', namesSecrets: true },
  { route: 'GET /api/docs', access: 'visitor' },
  { route: 'GET /metrics', access: 'loopback or token' },
]

const customers: Row[] = [
  { route: 'GET /api/events', access: 'customer' },
  { route: 'activity.list', access: 'customer' },
  { route: 'GET /api/user', access: 'customer' },
  {
    route: 'POST /api/user/password',
    access: 'customer',
    ok: 422,
    json: () => ({ currentPassword: 'not this one', newPassword: 'a long enough password' }),
  },
  { route: 'GET /api/user/sessions', access: 'customer' },
  { route: 'DELETE /api/user/sessions/:id', access: 'customer', item: (fixture) => fixture.makeSession() },
  { route: 'POST /api/verify-email/send', access: 'customer' },
  { route: 'GET /api/user/orders', access: 'customer' },
  { route: 'POST /api/orders', access: 'customer', ok: 201, json: (fixture) => fixture.orderBody() },
  {
    route: 'POST /api/orders/:id/cancel',
    access: 'customer',
    item: async (fixture) => (await fixture.placeOrder()).id,
  },
  { route: 'GET /api/user-services', access: 'customer' },
  { route: 'GET /api/websites', access: 'customer' },
  { route: 'GET /api/user/services', access: 'customer' },
  {
    route: 'GET /api/user-services/:id',
    access: 'customer',
    item: (fixture) => fixture.makeService({ status: 'active' }),
  },
]

const anActive = { item: (fixture: Fixture) => fixture.makeService({ status: 'active' }) }
const aPending = { item: (fixture: Fixture) => fixture.makeService({ status: 'pending' }), ok: 409 }

const servers: Row[] = [
  { route: 'servers.limits', ok: 404, json: () => ({ id: Bun.randomUUIDv7() }) },
  { route: 'servers.timeline', ok: 404, json: () => ({ id: Bun.randomUUIDv7() }) },
  { route: 'servers.overview' },
  { route: 'servers.today', json: (fixture: Fixture) => ({ ids: [fixture.activeService('owner')] }) },
  { route: 'GET /api/server-stats/:id', ...anActive },
  { route: 'GET /api/server-processes/:id', ...anActive },
  { route: 'GET /api/server-metrics/:id', ...anActive },
  { route: 'GET /api/server-logs/:id', ...anActive },
  { route: 'POST /api/server-settings/:id', ...anActive, json: () => ({ autoRestart: false }) },
  { route: 'PUT /api/user-services/:id/domain', ...anActive, json: () => ({ domain: null }) },
  { route: 'PUT /api/user-services/:id/name', ...anActive, json: () => ({ name: null }) },
  { route: 'POST /api/server-start/:id', ...aPending },
  { route: 'POST /api/server-stop/:id', ...aPending },
  { route: 'POST /api/server-restart/:id', ...aPending },
].map((row): Row => ({ ...row, access: 'customer' }))

const aProject = (fixture: Fixture) => fixture.makeProject().then(({ id }) => id)
const aFile = (fixture: Fixture) => fixture.makeProject().then(({ fileId }) => fileId)
const newProject = ({ next }: Fixture) => ({ name: `Project ${next()}` })

const projects: Row[] = [
  { route: 'GET /preview', access: 'visitor' },
  ...[
    { route: 'GET /api/projects' },
    { route: 'projects.outline' },
    { route: 'POST /api/projects', ok: 201, json: newProject },
    { route: 'PATCH /api/projects/:id', item: aProject, json: newProject },
    { route: 'DELETE /api/projects/:id', item: aProject },
    { route: 'GET /api/projects/:id/download', item: aProject },
    {
      route: 'POST /api/projects/:id/publish',
      item: aProject,
      json: async (fixture: Fixture) => ({ serviceId: await fixture.makeService({ status: 'active' }) }),
    },
    { route: 'GET /api/projects/:id/missing', item: aProject },
    {
      route: 'GET /api/projects/:id/publish',
      item: aProject,
      json: async (fixture: Fixture) => ({ serviceId: await fixture.makeService({ status: 'active' }) }),
    },
    { route: 'POST /api/projects/:id/publish/undo', item: aProject, ok: 409 },
    {
      route: 'POST /api/projects/files',
      ok: 404,
      json: () => ({ projectId: Bun.randomUUIDv7(), name: 'a.css', type: 'css' }),
    },
    { route: 'GET /api/projects/files/:fileId', item: aFile },
    { route: 'PUT /api/projects/files/:fileId', item: aFile, json: () => ({ content: 'new' }) },
    { route: 'PATCH /api/projects/files/:fileId', item: aFile, json: () => ({ name: 'renamed.css' }) },
    { route: 'DELETE /api/projects/files/:fileId', item: aFile },
    { route: 'GET /api/projects/files/:fileId/versions', item: aFile },
    {
      route: 'POST /api/projects/files/:fileId/versions/:version/restore',
      item: aFile,
      json: () => ({ version: 1 }),
    },
  ].map((row): Row => ({ ...row, access: 'customer' })),
]

const file = { item: (fixture: Fixture) => fixture.makeFile() }

const files: Row[] = [
  { route: 'GET /api/files', access: 'customer' },
  {
    route: 'GET /api/files/:serviceId',
    access: 'customer',
    item: (fixture) => fixture.activeService('owner'),
  },
  { route: 'files.browse', access: 'customer', json: () => ({}) },
  { route: 'files.get', access: 'customer', ok: 404, json: () => ({ id: Bun.randomUUIDv7() }) },
  { route: 'GET /api/files/trash', access: 'customer' },
  { route: 'files.trashTotals', access: 'customer', json: () => ({}) },
  // An upload is not a form of text fields, which the answer to an active customer says.
  { route: 'POST /api/files', access: 'activeCustomer', ok: 415 },
  {
    route: 'POST /api/files/folders',
    access: 'activeCustomer',
    ok: 404,
    json: ({ next }) => ({ serviceId: Bun.randomUUIDv7(), path: `folder-${next()}` }),
  },
  {
    route: 'PATCH /api/files/:id',
    access: 'customer',
    ...file,
    json: ({ next }) => ({ name: `other-${next()}.txt` }),
  },
  { route: 'DELETE /api/files/:id', access: 'customer', ...file },
  {
    route: 'POST /api/files/delete',
    access: 'customer',
    ok: 404,
    json: () => ({ ids: [Bun.randomUUIDv7()] }),
  },
  {
    route: 'POST /api/files/move',
    access: 'customer',
    ok: 404,
    json: () => ({ ids: [Bun.randomUUIDv7()], path: '' }),
  },
  // Only archives can be extracted, which the answer to the file’s owner says.
  { route: 'POST /api/files/:id/extract', access: 'customer', ok: 422, ...file },
  {
    route: 'POST /api/files/extracted/undo',
    access: 'customer',
    ok: 404,
    json: () => ({ made: [Bun.randomUUIDv7()], replaced: [] }),
  },
  {
    route: 'POST /api/files/:id/undelete',
    access: 'customer',
    item: (fixture) => fixture.makeFile({ isTrashed: true }),
  },
  { route: 'POST /api/files/:id/share', access: 'customer', ok: 201, ...file },
  { route: 'GET /api/files/shares', access: 'customer' },
  { route: 'DELETE /api/files/shares/:id', access: 'customer', item: (fixture) => fixture.makeShareId() },
  { route: 'DELETE /api/files/trash', access: 'customer' },
  {
    route: 'DELETE /api/files/trash/:id',
    access: 'customer',
    item: (fixture) => fixture.makeFile({ isTrashed: true }),
  },
  { route: 'GET /api/files/:id/content', access: 'customer', ...file },
  { route: 'PUT /api/files/:id/content', access: 'customer', ...file, json: () => ({ content: 'new' }) },
  { route: 'GET /api/files/archive', access: 'customer', ok: 422 },
  {
    route: 'POST /api/files/archive',
    access: 'customer',
    ok: 404,
    json: () => ({ ids: [Bun.randomUUIDv7()] }),
  },
  { route: 'GET /s/:token', access: 'visitor', item: (fixture) => fixture.makeShare() },
]

const backups: Row[] = [
  { route: 'GET /api/backups', access: 'customer' },
  {
    route: 'GET /api/backups/:serviceId',
    access: 'customer',
    item: (fixture) => fixture.activeService('owner'),
  },
  {
    route: 'POST /api/backups',
    access: 'activeCustomer',
    ok: 404,
    json: () => ({ serviceId: Bun.randomUUIDv7(), type: 'full' }),
  },
  { route: 'DELETE /api/backups/:id', access: 'customer', item: (fixture) => fixture.makeBackup('failed') },
  {
    route: 'POST /api/backups/:id/restore',
    access: 'customer',
    ok: 409,
    item: (fixture) => fixture.makeBackup('failed'),
  },
  {
    route: 'GET /api/backups/:id/download',
    access: 'customer',
    ok: 409,
    item: (fixture) => fixture.makeBackup('failed'),
  },
  { route: 'GET /api/backups/schedule', access: 'customer', ok: 422 },
  { route: 'backups.schedules', access: 'customer' },
  { route: 'PUT /api/backups/schedule', access: 'customer', ok: 422, json: () => ({}) },
]

const cloud: Row[] = [
  { route: 'GET /api/cloud/all-services' },
  { route: 'cloud.get', ok: 404, json: () => ({ kind: 'instances', id: Bun.randomUUIDv7() }) },
  {
    route: 'POST /api/cloud/create-resource',
    ok: 422,
    json: () => ({ action: 'destroy' }),
  },
  {
    route: 'POST /api/cloud/actions',
    ok: 404,
    json: () => ({ action: 'start', resourceId: Bun.randomUUIDv7(), serviceType: 'instance' }),
  },
  ...['load-balancers', 'cdn', 'api-gateways', 'messaging', 'ml-services', 'monitoring', 'devops'].map(
    (entity) => ({ route: `GET /api/cloud/${entity}` }),
  ),
  { route: 'GET /api/cloud/metrics' },
  { route: 'GET /api/cloud/costs' },
  { route: 'GET /api/cloud/providers' },
  {
    route: 'POST /api/cloud/providers',
    ok: 201,
    json: ({ next }: Fixture) => ({
      name: 'simulator',
      displayName: `Account ${next()}`,
      accessKeyId: 'AKIAEXAMPLE00000WXYZ',
      secretAccessKey: 'a secret that is answered to nobody'.replaceAll(' ', '-'),
    }),
  },
  {
    route: 'PATCH /api/cloud/providers/:id',
    item: (fixture: Fixture) => fixture.makeProvider(),
    json: ({ next }: Fixture) => ({ displayName: `Account ${next()}` }),
  },
  { route: 'DELETE /api/cloud/providers/:id', item: (fixture: Fixture) => fixture.makeProvider() },
].map((row): Row => ({ ...row, access: 'customer' }))

const aDomain = (fixture: Fixture) => fixture.makeDomain()
const aConnected = (fixture: Fixture) => fixture.makeConnected()
const aText = ({ next }: Fixture) => ({ type: 'TXT', name: '@', value: `text-${next()}` })

const domains: Row[] = [
  {
    route: 'POST /api/domains/register',
    access: 'activeCustomer',
    ok: 404,
    json: ({ next }) => ({ name: `shop-${next()}`, tld: 'com', serviceId: Bun.randomUUIDv7() }),
  },
  {
    route: 'POST /api/domains/connect',
    access: 'activeCustomer',
    ok: 404,
    json: ({ next }) => ({ name: `shop-${next()}.example.org`, serviceId: Bun.randomUUIDv7() }),
  },
  ...[
    { route: 'GET /api/domains' },
    { route: 'GET /api/domains/offer' },
    {
      route: 'PUT /api/domains/:id/settings',
      item: aDomain,
      json: () => ({ autoRenew: false }),
    },
    { route: 'PUT /api/domains/:id/serving', item: aDomain, json: () => ({ www: 'to-www' }) },
    { route: 'POST /api/domains/:id/transfer', item: aDomain },
    { route: 'POST /api/domains/:id/verify', item: aConnected },
    { route: 'DELETE /api/domains/:id', item: aConnected },
    { route: 'GET /api/domains/:id/ssl', item: aDomain },
    { route: 'POST /api/domains/:id/ssl', item: aDomain, json: () => ({ enable: true }) },
    { route: 'POST /api/domains/:id/ssl/check', item: aDomain },
    { route: 'GET /api/domains/:id/dns', item: aDomain },
    { route: 'POST /api/domains/:id/dns', item: aDomain, ok: 201, json: aText },
    {
      route: 'POST /api/domains/:id/dns/preview',
      item: aDomain,
      json: (fixture: Fixture) => ({ record: aText(fixture) }),
    },
    {
      route: 'PUT /api/domains/:id/dns/:recordId',
      item: aDomain,
      json: async (fixture: Fixture) => ({ recordId: await fixture.makeInDomain('dns'), ...aText(fixture) }),
    },
    {
      route: 'DELETE /api/domains/:id/dns/:recordId',
      item: aDomain,
      json: async (fixture: Fixture) => ({ recordId: await fixture.makeInDomain('dns') }),
    },
    { route: 'GET /api/domains/:id/dns/export', item: aDomain },
    { route: 'GET /api/domains/:id/dns/serving', item: aDomain },
    {
      route: 'POST /api/domains/:id/dns/import',
      item: aDomain,
      json: () => ({ zoneFile: 'www 300 A 192.0.2.1' }),
    },
    {
      route: 'POST /api/domains/:id/dns/preset',
      item: aDomain,
      json: () => ({ preset: 'vercel', apply: true }),
    },
    { route: 'GET /api/domains/:id/history', item: aDomain },
    {
      route: 'POST /api/domains/:id/history/:changeId/undo',
      item: aDomain,
      json: async (fixture: Fixture) => ({ changeId: await fixture.makeInDomain('history') }),
    },
    { route: 'GET /api/domains/:id/seen-by', item: aDomain },
    { route: 'GET /api/domains/:id/pointing', item: aDomain },
    { route: 'GET /api/domains/:id/dnssec', item: aDomain },
    { route: 'PUT /api/domains/:id/dnssec', item: aDomain, json: () => ({ enable: true }) },
    { route: 'GET /api/domains/:id/subdomains', item: aDomain },
    {
      route: 'POST /api/domains/:id/subdomains',
      item: aDomain,
      ok: 201,
      json: ({ next }: Fixture) => ({ name: `sub-${next()}`, target: '192.0.2.1' }),
    },
    {
      route: 'DELETE /api/domains/:id/subdomains/:subId',
      item: aDomain,
      json: async (fixture: Fixture) => ({ subId: await fixture.makeInDomain('subdomains') }),
    },
  ].map((row): Row => ({ ...row, access: 'customer' })),
]

const anUpdate = { state: 'investigating', message: 'Mails are late.' }

const administrators: Row[] = [
  { route: 'GET /api/admin/orders' },
  { route: 'GET /api/admin/orders/:id', item: async (fixture: Fixture) => (await fixture.placeOrder()).id },
  {
    route: 'POST /api/admin/orders/:id/approve',
    item: async (fixture: Fixture) => (await fixture.placeOrder()).id,
  },
  {
    route: 'POST /api/admin/orders/:id/reject',
    item: async (fixture: Fixture) => (await fixture.placeOrder()).id,
    json: () => ({ reason: 'no' }),
  },
  { route: 'GET /api/admin/services' },
  {
    route: 'POST /api/admin/services/:id/suspend',
    item: (fixture: Fixture) => fixture.makeService({ status: 'active' }),
  },
  {
    route: 'POST /api/admin/services/:id/unsuspend',
    item: (fixture: Fixture) => fixture.makeService({ status: 'suspended' }),
  },
  {
    route: 'POST /api/admin/services/:id/terminate',
    item: (fixture: Fixture) => fixture.makeService({ status: 'active' }),
  },
  {
    route: 'POST /api/admin/services/:id/restore',
    item: (fixture: Fixture) => fixture.makeService({ status: 'terminated' }),
  },
  {
    route: 'POST /api/admin/services/:id/retry',
    item: (fixture: Fixture) => fixture.makeService({ status: 'pending', provisioningState: 'failed' }),
  },
  { route: 'GET /api/admin/domains' },
  { route: 'POST /api/admin/domains/:id/check', item: aConnected },
  { route: 'GET /api/admin/zones' },
  { route: 'GET /api/admin/zones/:id/secondaries', item: aDomain },
  { route: 'GET /api/admin/users' },
  { route: 'GET /api/admin/users/:id', item: ({ people }: Fixture) => people.owner.id },
  { route: 'PATCH /api/admin/users/:id', item: ({ people }: Fixture) => people.owner.id, json: () => ({}) },
  {
    route: 'POST /api/admin/users/:id/two-factor/disable',
    item: ({ people }: Fixture) => people.owner.id,
    json: () => ({ reason: 'They came to the office.' }),
  },
  { route: 'GET /api/admin/service-categories' },
  {
    route: 'POST /api/admin/service-categories',
    ok: 201,
    json: ({ next }: Fixture) => ({ name: `Category ${next()}`, basePrice: 10 }),
  },
  {
    route: 'PATCH /api/admin/service-categories/:id',
    item: (fixture: Fixture) => fixture.categoryId(),
    json: () => ({}),
  },
  { route: 'GET /api/admin/pricing-plans' },
  {
    route: 'POST /api/admin/pricing-plans',
    ok: 201,
    json: async (fixture: Fixture) => ({
      categoryId: await fixture.categoryId(),
      name: `Plan ${fixture.next()}`,
      price: '10.50',
      limits,
    }),
  },
  { route: 'PATCH /api/admin/pricing-plans/:id', item: ({ planId }: Fixture) => planId, json: () => ({}) },
  { route: 'GET /api/admin/jobs' },
  { route: 'POST /api/admin/jobs/:id/retry', item: (fixture: Fixture) => fixture.makeFailedJob() },
  { route: 'GET /api/admin/audit' },
  { route: 'GET /api/admin/mails' },
  { route: 'GET /api/admin/contact-messages' },
  { route: 'GET /api/admin/health' },
  { route: 'GET /api/admin/drivers' },
  { route: 'GET /api/admin/settings' },
  { route: 'GET /api/admin/overview' },
  { route: 'GET /api/admin/backups' },
  { route: 'GET /api/admin/incidents' },
  { route: 'POST /api/admin/incidents', ok: 201, json: () => ({ title: 'No mail', ...anUpdate }) },
  {
    route: 'POST /api/admin/incidents/:id/updates',
    item: (fixture: Fixture) => fixture.makeIncident(),
    json: () => anUpdate,
  },
  { route: 'GET /api/admin/trials' },
  {
    route: 'DELETE /api/admin/trials/:id',
    item: async (fixture: Fixture) => (await fixture.makeTrial()).id,
  },
].map((row): Row => ({ ...row, access: 'administrator' }))

/** Every route and procedure of the portal. A missing row fails test/authorisation.test.ts. */
export const matrix: Row[] = [
  ...visitors,
  ...customers,
  ...profile,
  ...account,
  ...keys,
  ...members,
  ...servers,
  ...projects,
  ...files,
  ...backups,
  ...billing,
  ...auth,
  ...databases,
  ...email,
  ...renewals,
  ...notices,
  ...cloud,
  ...domains,
  ...payments,
  ...administrators,
  ...customerDesk,
]
