import { z } from 'zod'
import { customer, router } from '#server/trpc/trpc.ts'
import { byId, ok } from '#shared/schema.ts'
import { connectProviderInput, providerOutput, updateProviderInput } from './contract/providers.ts'
import { connectProvider, listProviders, removeProvider, updateProvider } from './service/providers.ts'

/** Procedures of the group `cloud.providers`. */
export const providersRouter = router({
  list: customer
    .meta({ rest: 'GET /api/cloud/providers', summary: 'Lists your cloud accounts.' })
    .output(z.array(providerOutput))
    .query(({ ctx }) => listProviders(ctx)),
  connect: customer
    .meta({
      rest: 'POST /api/cloud/providers',
      summary: 'Connects a cloud account with its keys.',
      status: 201,
    })
    .input(connectProviderInput)
    .output(providerOutput)
    .mutation(({ ctx, input }) => connectProvider(ctx, input)),
  update: customer
    .meta({
      rest: 'PATCH /api/cloud/providers/:id',
      summary: 'Renames a cloud account, switches it on or off, or replaces its keys.',
    })
    .input(updateProviderInput)
    .output(providerOutput)
    .mutation(({ ctx, input }) => updateProvider(ctx, input)),
  remove: customer
    .meta({
      rest: 'DELETE /api/cloud/providers/:id',
      summary: 'Removes a cloud account with its keys and resources.',
    })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => removeProvider(ctx, input)),
})
