import type { Feature } from '#server/feature.ts'
import { exports } from './exports.ts'
import { zonesHttp } from './http.ts'
import { invariants } from './invariants.ts'
import { deskProcedures } from './router/desk.ts'
import { zoneProcedures } from './router/router.ts'

export const zones = {
  name: 'zones',
  procedures: { domains: zoneProcedures, admin: deskProcedures },
  http: {
    area: 'domains',
    routes: [
      {
        method: 'GET',
        path: '/api/domains/:id/dns/export',
        access: 'customer',
        description: {
          summary: 'Downloads the DNS records of a domain as a zone file.',
          answer: { type: 'text/plain' },
          refusals: [404],
        },
      },
    ],
    mount: zonesHttp,
  },
  invariants,
  exports,
} satisfies Feature
