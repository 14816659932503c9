import { z } from 'zod'
import { customer, router } from '#server/trpc.ts'
import { byId, ok, page } from '#shared/schema.ts'
import { resourceInput, resourceOutput } from './contract/details.ts'
import {
  apiGatewayOutput,
  cdnOutput,
  costOutput,
  devopsOutput,
  loadBalancerOutput,
  messagingOutput,
  metricOutput,
  metricsInput,
  mlServiceOutput,
  monitoringOutput,
} from './contract/entities.ts'
import { connectProviderInput, providerOutput, updateProviderInput } from './contract/providers.ts'
import {
  actInput,
  allServicesOutput,
  createResourceInput,
  createResourceOutput,
  instanceOutput,
} from './contract.ts'
import { actOnInstance } from './service/act.ts'
import { listAllServices } from './service/all-services.ts'
import { listCosts } from './service/costs.ts'
import { listApiGateways, listCdn, listDevops, listLoadBalancers, listMessaging } from './service/delivery.ts'
import { getResource } from './service/details.ts'
import { listMlServices, listMonitoring } from './service/insight.ts'
import { listMetrics } from './service/metrics.ts'
import { connectProvider, listProviders, removeProvider, updateProvider } from './service/providers.ts'
import { readVersion } from './service/revision.ts'
import { seedSampleData } from './service/seed.ts'

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
  loadBalancers: customer
    .meta({ rest: 'GET /api/cloud/load-balancers' })
    .input(page.optional())
    .output(z.array(loadBalancerOutput))
    .query(({ ctx, input }) => listLoadBalancers(ctx, input)),
  cdn: customer
    .meta({ rest: 'GET /api/cloud/cdn' })
    .input(page.optional())
    .output(z.array(cdnOutput))
    .query(({ ctx, input }) => listCdn(ctx, input)),
  apiGateways: customer
    .meta({ rest: 'GET /api/cloud/api-gateways' })
    .input(page.optional())
    .output(z.array(apiGatewayOutput))
    .query(({ ctx, input }) => listApiGateways(ctx, input)),
  messaging: customer
    .meta({ rest: 'GET /api/cloud/messaging' })
    .input(page.optional())
    .output(z.array(messagingOutput))
    .query(({ ctx, input }) => listMessaging(ctx, input)),
  mlServices: customer
    .meta({ rest: 'GET /api/cloud/ml-services' })
    .input(page.optional())
    .output(z.array(mlServiceOutput))
    .query(({ ctx, input }) => listMlServices(ctx, input)),
  monitoring: customer
    .meta({ rest: 'GET /api/cloud/monitoring' })
    .input(page.optional())
    .output(z.array(monitoringOutput))
    .query(({ ctx, input }) => listMonitoring(ctx, input)),
  devops: customer
    .meta({ rest: 'GET /api/cloud/devops' })
    .input(page.optional())
    .output(z.array(devopsOutput))
    .query(({ ctx, input }) => listDevops(ctx, input)),
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
