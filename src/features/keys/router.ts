import { z } from 'zod'
import { customer, router } from '#server/trpc/trpc.ts'
import { byId, ok } from '#shared/schema.ts'
import { createdKeyOutput, createKeyInput, keyOutput } from './contract.ts'
import { createKey } from './service/create-key.ts'
import { listKeys } from './service/list-keys.ts'
import { removeKey } from './service/remove-key.ts'

export const keysRouter = router({
  list: customer
    .meta({ rest: 'GET /api/user/api-keys', summary: 'Lists your API keys, without the keys themselves.' })
    .output(z.array(keyOutput))
    .query(({ ctx }) => listKeys(ctx)),
  create: customer
    .meta({
      rest: 'POST /api/user/api-keys',
      summary: 'Creates an API key, which only this response contains.',
      example: { name: 'Deployment', scopes: ['files:write', 'servers:read'], expiresInDays: 90 },
      status: 201,
      idempotent: false,
    })
    .input(createKeyInput)
    .output(createdKeyOutput)
    .mutation(({ ctx, input }) => createKey(ctx, input)),
  remove: customer
    .meta({
      rest: 'DELETE /api/user/api-keys/:id',
      summary: 'Removes an API key, which stops working immediately.',
    })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => removeKey(ctx, input)),
})
