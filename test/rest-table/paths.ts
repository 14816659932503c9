const admin = [
  'GET /api/admin/orders',
  'GET /api/admin/orders/{id}',
  'POST /api/admin/orders/{id}/approve',
  'POST /api/admin/orders/{id}/reject',
  'GET /api/admin/services',
  'POST /api/admin/services/{id}/suspend',
  'POST /api/admin/services/{id}/unsuspend',
  'POST /api/admin/services/{id}/terminate',
  'POST /api/admin/services/{id}/restore',
  'POST /api/admin/services/{id}/retry',
  'GET /api/admin/domains',
  'POST /api/admin/domains/{id}/check',
  'GET /api/admin/zones',
  'GET /api/admin/zones/{id}/secondaries',
  'GET /api/admin/users',
  'GET /api/admin/users/{id}',
  'PATCH /api/admin/users/{id}',
  'GET /api/admin/service-categories',
  'POST /api/admin/service-categories',
  'PATCH /api/admin/service-categories/{id}',
  'GET /api/admin/pricing-plans',
  'POST /api/admin/pricing-plans',
  'PATCH /api/admin/pricing-plans/{id}',
  'GET /api/admin/jobs',
  'POST /api/admin/jobs/{id}/retry',
  'GET /api/admin/audit',
  'GET /api/admin/contact-messages',
  'GET /api/admin/health',
  'GET /api/admin/drivers',
  'GET /api/admin/overview',
  'GET /api/admin/failed-backups',
]

const status = [
  'GET /api/status',
  'GET /api/admin/incidents',
  'POST /api/admin/incidents',
  'POST /api/admin/incidents/{id}/updates',
]

const trials = [
  'POST /api/trials',
  'GET /api/trials/current',
  'DELETE /api/trials/{name}',
  'POST /api/trials/{name}/keep',
  'POST /api/trials/{name}/report',
  'GET /api/admin/trials',
  'DELETE /api/admin/trials/{id}',
]

const accounts = [
  'GET /api/login',
  'GET /api/logout',
  'POST /auth',
  'POST /api/password/forgot',
  'POST /api/password/reset',
  'POST /api/user/password',
  'GET /api/user/sessions',
  'DELETE /api/user/sessions/{id}',
  'POST /api/verify-email/send',
  'GET /api/verify-email',
]

const operator = ['GET /health', 'GET /ready', 'GET /metrics', 'GET /api/openapi.json', 'GET /api/docs']

const basics = [
  'GET /api/user',
  'POST /api/login',
  'POST /api/register',
  'POST /api/logout',
  'GET /api/user/services',
  'GET /api/user/orders',
  'GET /api/user-services',
  'GET /api/user-services/{serviceId}',
  'GET /api/service-categories',
  'GET /api/pricing-plans/{categoryId}',
  'POST /api/orders',
]

/** What the portal cannot be without: never to be listed as missing. */
export const alwaysServed: string[] = [
  ...basics,
  ...accounts,
  ...admin,
  ...operator,
  'GET /api/events',
  'POST /api/orders/{id}/cancel',
  'POST /api/contact',
  ...status,
]

const running = [
  'GET /api/server-stats/{serviceId}',
  'GET /api/server-processes/{serviceId}',
  'POST /api/server-restart/{serviceId}',
  'POST /api/server-settings/{serviceId}',
]
const runningMore = [
  'POST /api/server-start/{id}',
  'POST /api/server-stop/{id}',
  'GET /api/server-logs/{id}',
  'GET /api/server-metrics/{id}',
  'GET /api/websites',
  'PUT /api/user-services/{id}/domain',
]

const cloud = ['GET /api/cloud/all-services', 'POST /api/cloud/create-resource', 'POST /api/cloud/actions']
const cloudMore = [
  ...['load-balancers', 'cdn', 'api-gateways', 'messaging', 'ml-services', 'monitoring', 'devops'].map(
    (entity) => `GET /api/cloud/${entity}`,
  ),
  'GET /api/cloud/metrics',
  'GET /api/cloud/costs',
]
const cloudProviders = [
  'GET /api/cloud/providers',
  'POST /api/cloud/providers',
  'DELETE /api/cloud/providers/{id}',
]

const domains = ['GET /api/domains', 'GET /api/domains/{id}/dns', 'POST /api/domains/register']
const domainsMore = [
  'POST /api/domains/{id}/dns',
  'PUT /api/domains/{id}/dns/{recordId}',
  'DELETE /api/domains/{id}/dns/{recordId}',
  'GET /api/domains/{id}/dns/export',
  'GET /api/domains/{id}/dns/serving',
  'POST /api/domains/{id}/dns/import',
  'POST /api/domains/{id}/dns/preview',
  'POST /api/domains/{id}/dns/preset',
  'GET /api/domains/{id}/history',
  'POST /api/domains/{id}/history/{changeId}/undo',
  'GET /api/domains/{id}/subdomains',
  'POST /api/domains/{id}/subdomains',
  'DELETE /api/domains/{id}/subdomains/{subId}',
  'PUT /api/domains/{id}/settings',
  'POST /api/domains/{id}/transfer',
  'POST /api/domains/connect',
  'POST /api/domains/{id}/verify',
  'DELETE /api/domains/{id}',
  'GET /api/domains/{id}/ssl',
  'POST /api/domains/{id}/ssl',
  'POST /api/domains/{id}/ssl/check',
  'GET /api/certificates/authority.pem',
  'GET /api/domains/{id}/seen-by',
  'GET /api/domains/{id}/dnssec',
  'PUT /api/domains/{id}/dnssec',
  'PUT /api/domains/{id}/serving',
]

const messages = [
  'GET /api/email/accounts/{id}/messages',
  'GET /api/email/accounts/{id}/messages/{messageId}',
  'PATCH /api/email/accounts/{id}/messages',
  'PATCH /api/email/accounts/{id}/messages/{messageId}',
  'DELETE /api/email/accounts/{id}/messages',
  'DELETE /api/email/accounts/{id}/messages/{messageId}',
  'GET /api/email/accounts/{id}/messages/{messageId}/attachments/{n}',
  'GET /api/email/accounts/{id}/messages/{messageId}/source',
  'GET /api/email/accounts/{id}/messages/{messageId}/view',
  'GET /api/email/accounts/{id}/outgoing',
  'GET /api/email/accounts/{id}/profile.mobileconfig',
  'GET /api/email/setup',
  'POST /api/email/accounts/{id}/send',
]
const email = [
  'GET /api/email/accounts',
  'GET /api/email/stats',
  'POST /api/email/accounts',
  'PUT /api/email/accounts/{id}/status',
]
const emailMore = [
  'POST /api/domains/{id}/mail',
  'GET /api/email/domains/{id}',
  'PUT /api/email/domains/{id}',
  'POST /api/email/domains/{id}/dkim',
  'GET /api/email/domains',
  'GET /api/email/deleted',
  'POST /api/email/accounts/{id}/undelete',
  'PUT /api/email/accounts/{id}/forwarding',
  'PUT /api/email/accounts/{id}/storage',
  'POST /api/email/accounts/{id}/storage/cleanup',
  'POST /api/email/accounts/{id}/password',
  'DELETE /api/email/accounts/{id}',
  ...messages,
]

const databases = ['GET /api/databases', 'POST /api/databases', 'DELETE /api/databases/{id}']
const databasesMore = [
  'GET /api/databases/{serviceId}',
  'GET /api/databases/engines',
  'POST /api/databases/{id}/password',
  'PUT /api/databases/{id}/access',
  'GET /api/databases/{id}/usage',
  'GET /api/databases/{id}/export',
  'POST /api/databases/{id}/import',
  'GET /api/databases/dumps',
  'POST /api/databases/dumps/{id}/restore',
  'POST /api/databases/{id}/query',
  'POST /api/databases/{id}/query/cancel',
  'POST /api/databases/{id}/explain',
  'GET /api/databases/{id}/schema',
  'GET /api/databases/{id}/rows',
  'POST /api/databases/{id}/rows',
  'PATCH /api/databases/{id}/rows',
  'DELETE /api/databases/{id}/rows',
  'GET /api/databases/{id}/history',
  'DELETE /api/databases/{id}/history',
]

const files = ['GET /api/files', 'DELETE /api/files/{id}']
const filesMore = [
  'GET /api/files/{serviceId}',
  'POST /api/files',
  'POST /api/files/folders',
  'PATCH /api/files/{id}',
  'GET /api/files/trash',
  'POST /api/files/{id}/extract',
  'POST /api/files/extracted/undo',
  'POST /api/files/{id}/undelete',
  'GET /api/files/{id}/content',
  'POST /api/files/{id}/share',
  'GET /api/files/shares',
  'DELETE /api/files/shares/{id}',
  'DELETE /api/files/trash',
  'DELETE /api/files/trash/{id}',
  'GET /s/{token}',
  'GET /api/files/archive',
  'POST /api/files/archive',
  'POST /api/files/delete',
  'POST /api/files/move',
]

const backups = [
  'GET /api/backups',
  'POST /api/backups',
  'DELETE /api/backups/{id}',
  'POST /api/backups/{id}/restore',
  'GET /api/backups/{id}/download',
]
const backupsMore = ['GET /api/backups/{serviceId}', 'GET /api/backups/schedule', 'PUT /api/backups/schedule']

const projects = [
  'GET /api/projects',
  'POST /api/projects',
  'POST /api/projects/files',
  'PUT /api/projects/files/{fileId}',
]
const projectsMore = [
  'PATCH /api/projects/{id}',
  'DELETE /api/projects/{id}',
  'GET /api/projects/files/{fileId}',
  'PATCH /api/projects/files/{fileId}',
  'DELETE /api/projects/files/{fileId}',
  'GET /api/projects/{id}/download',
  'GET /api/projects/{id}/missing',
  'GET /api/projects/{id}/publish',
  'POST /api/projects/{id}/publish',
  'POST /api/projects/{id}/publish/undo',
  'GET /api/projects/files/{id}/versions',
  'POST /api/projects/files/{id}/versions/{n}/restore',
]

// The upload's address is for the server to choose (`PUT {uploadURL}`), so only its ticket is a path.
const profile = ['PUT /api/user/profile', 'POST /api/objects/upload']
const invoices = ['GET /api/invoices', 'GET /api/invoices/{id}/pdf']
const twoFactor = ['enable', 'confirm', 'disable'].map((verb) => `POST /api/user/totp/${verb}`)
const dataExport = ['GET /api/user/export']

/** Every method and path that is planned, built or not. */
export const planned: string[] = [
  ...basics,
  'GET /api/login',
  'GET /api/logout',
  ...cloud,
  ...running,
  ...domains,
  ...email,
  ...databases,
  ...files,
  ...backups,
  ...projects,
  ...profile,
  'GET /api/events',
  ...accounts,
  ...operator,
  'POST /api/orders/{id}/cancel',
  ...admin,
  'POST /api/contact',
  ...status,
  ...trials,
  ...twoFactor,
  ...dataExport,
  ...runningMore,
  ...cloudMore,
  ...cloudProviders,
  ...domainsMore,
  ...emailMore,
  ...databasesMore,
  ...filesMore,
  ...backupsMore,
  ...projectsMore,
  ...invoices,
]

/** Paths of later features. Whoever builds one takes its line away: a path that is served and listed here fails. */
export const missing: Record<string, string[]> = {
  profile,
  billing: invoices,
  auth: [...twoFactor, ...dataExport],
}
