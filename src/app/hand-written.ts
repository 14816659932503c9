/** A route that is no procedure: a stream, a redirect, a form, or a question of the operator. */
export type HandWrittenRoute = {
  method: 'GET' | 'POST'
  path: string
  handler: string
  access: 'visitor' | 'customer' | 'activeCustomer' | 'loopback or token'
}

/** All of them, for the route table; test/rest-table.test.ts holds the list against the application. */
export const handWrittenRoutes: readonly HandWrittenRoute[] = [
  { method: 'GET', path: '/api/login', handler: 'auth/http', access: 'visitor' },
  { method: 'GET', path: '/api/logout', handler: 'auth/http', access: 'visitor' },
  { method: 'GET', path: '/api/verify-email', handler: 'auth/http', access: 'visitor' },
  { method: 'POST', path: '/auth', handler: 'auth/http', access: 'visitor' },
  { method: 'POST', path: '/auth/forgot', handler: 'auth/http', access: 'visitor' },
  { method: 'POST', path: '/auth/reset', handler: 'auth/http', access: 'visitor' },
  { method: 'POST', path: '/contact', handler: 'support/http', access: 'visitor' },
  { method: 'GET', path: '/api/projects/:id/download', handler: 'projects/http', access: 'customer' },
  { method: 'GET', path: '/preview', handler: 'projects/http', access: 'visitor' },
  { method: 'GET', path: '/api/backups/:id/download', handler: 'backups/http', access: 'customer' },
  { method: 'GET', path: '/api/events', handler: 'server/live', access: 'customer' },
  { method: 'POST', path: '/api/files', handler: 'files/http', access: 'activeCustomer' },
  { method: 'GET', path: '/api/files/archive', handler: 'files/http', access: 'customer' },
  { method: 'GET', path: '/api/files/:id/content', handler: 'files/http', access: 'customer' },
  { method: 'GET', path: '/s/:token', handler: 'files/http', access: 'visitor' },
  { method: 'GET', path: '/health', handler: 'server/health', access: 'visitor' },
  { method: 'GET', path: '/ready', handler: 'server/health', access: 'visitor' },
  { method: 'GET', path: '/metrics', handler: 'server/health', access: 'loopback or token' },
]
