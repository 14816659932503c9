import { z } from 'zod'
import type { HttpRoute } from '#server/feature.ts'
import { exportInput, importOutput } from '../contract/contract.ts'

export const databaseRoutes: readonly HttpRoute[] = [
  // A large dump takes time before its first byte; this is Bun's maximum.
  {
    method: 'GET',
    path: '/api/databases/:id/export',
    access: 'customer',
    shared: { from: 'developer', by: { id: 'database' } },
    idleSeconds: 255,
    description: {
      summary: 'Downloads a database dump that can be imported again.',
      query: exportInput,
      answer: { type: 'application/octet-stream' },
      refusals: [404, 409, 422, 503],
    },
  },
  // The response is silent while the engine works on the upload; a crawling upload is ended.
  {
    method: 'POST',
    path: '/api/databases/:id/import',
    access: 'customer',
    shared: { from: 'developer', by: { id: 'database' } },
    idleSeconds: 0,
    description: {
      summary: 'Imports a dump into a database: plain SQL, gzip, or PostgreSQL’s custom format.',
      form: z.object({ file: z.file() }),
      answer: { type: 'application/json', schema: importOutput },
      refusals: [404, 409, 415, 422, 503],
    },
  },
]
