import { z } from 'zod'
import { customer, router } from '#server/trpc.ts'
import { byId, ok } from '#shared/schema.ts'
import { connectProviderInput, providerOutput, updateProviderInput } from './contract/providers.ts'
import {
  allServicesOutput,
  createResourceInput,
  createResourceOutput,
  resourceInput,
  resourceOutput,
} from './contract.ts'
import { costOutput } from './entities/costs/contract.ts'
import { actInput, instanceOutput } from './entities/instances/contract.ts'
import { metricOutput, metricsInput } from './entities/metrics/contract.ts'
import { entitiesByName } from './entities/server.ts'
import { ownLists } from './router/own-lists.ts'
import { actOnInstance } from './service/act.ts'
import { listAllServices } from './service/all-services.ts'
import { listCosts } from './service/costs.ts'
import { getResource } from './service/get-resource.ts'
import { listMetrics } from './service/metrics.ts'
import { connectProvider, listProviders, removeProvider, updateProvider } from './service/providers.ts'
import { seedSampleData } from './service/seed.ts'
import { readVersion } from './service/version.ts'

export const cloudRouter = router({
  allServices: customer
    .meta({ rest: 'GET /api/cloud/all-services', poll: true, etag: readVersion })
    .output(allServicesOutput)
    .query(({ ctx }) => listAllServices(ctx)),
  get: customer
    .input(resourceInput)
    .output(resourceOutput)
    .query(({ ctx, input }) => getResource(ctx, input)),
  createResource: customer
    .meta({ rest: 'POST /api/cloud/create-resource', status: 201 })
    .input(createResourceInput)
    .output(createResourceOutput)
    .mutation(({ ctx }) => seedSampleData(ctx)),
  act: customer
    .meta({ rest: 'POST /api/cloud/actions' })
    .input(actInput)
    .output(instanceOutput)
    .mutation(({ ctx, input }) => actOnInstance(ctx, input)),
  ...ownLists(entitiesByName),
  metrics: customer
    .meta({ rest: 'GET /api/cloud/metrics' })
    .input(metricsInput.optional())
    .output(z.array(metricOutput))
    .query(({ ctx, input }) => listMetrics(ctx, input)),
  costs: customer
    .meta({ rest: 'GET /api/cloud/costs' })
    .output(z.array(costOutput))
    .query(({ ctx }) => listCosts(ctx)),
  providers: router({
    list: customer
      .meta({ rest: 'GET /api/cloud/providers' })
      .output(z.array(providerOutput))
      .query(({ ctx }) => listProviders(ctx)),
    connect: customer
      .meta({ rest: 'POST /api/cloud/providers', status: 201 })
      .input(connectProviderInput)
      .output(providerOutput)
      .mutation(({ ctx, input }) => connectProvider(ctx, input)),
    update: customer
      .meta({ rest: 'PATCH /api/cloud/providers/:id' })
      .input(updateProviderInput)
      .output(providerOutput)
      .mutation(({ ctx, input }) => updateProvider(ctx, input)),
    remove: customer
      .meta({ rest: 'DELETE /api/cloud/providers/:id' })
      .input(byId)
      .output(ok)
      .mutation(({ ctx, input }) => removeProvider(ctx, input)),
  }),
})
