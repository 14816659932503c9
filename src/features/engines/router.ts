import { z } from 'zod'
import { customer } from '#server/trpc/trpc.ts'
import { engineOutput } from './contract/contract.ts'
import { listEngines } from './service/engines.ts'

export const enginesProcedures = {
  engines: customer
    .meta({
      shared: { from: 'viewer', by: {} },
      rest: 'GET /api/databases/engines',
      summary: 'Lists the kinds of databases, and which are connected.',
    })
    .output(z.array(engineOutput))
    .query(({ ctx }) => listEngines(ctx)),
}
