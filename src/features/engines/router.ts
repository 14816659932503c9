import { z } from 'zod'
import { customer } from '#server/trpc/trpc.ts'
import { engineOutput } from './contract/contract.ts'
import { listEngines } from './service/engines.ts'

export const enginesProcedures = {
  engines: customer
    .meta({
      shared: { from: 'viewer', by: {} },
      rest: 'GET /api/databases/engines',
      summary: 'Lists the database types and whether each is connected.',
    })
    .output(z.array(engineOutput))
    .query(({ ctx }) => listEngines(ctx)),
}
