import { z } from 'zod'
import { readVersion } from '#features/cloud-accounts/service/version.ts'
import { exampleId } from '#server/trpc/procedure-meta.ts'
import { customer } from '#server/trpc/trpc.ts'
import {
  allServicesOutput,
  createResourceInput,
  createResourceOutput,
  resourceInput,
  resourceOutput,
} from '../contract.ts'
import { costOutput } from '../entities/costs/contract.ts'
import { actInput, instanceOutput } from '../entities/instances/contract.ts'
import { metricOutput, metricsInput } from '../entities/metrics/contract.ts'
import { entitiesByName } from '../entities/server.ts'
import { actOnInstance } from '../service/act.ts'
import { listAllServices } from '../service/all-services.ts'
import { listCosts } from '../service/costs.ts'
import { getResource } from '../service/get-resource.ts'
import { listMetrics } from '../service/metrics.ts'
import { seedSampleData } from '../service/seed.ts'
import { ownLists } from './own-lists.ts'

/** Procedures of the group `cloud`, besides those of the accounts. */
export const cloudProcedures = {
  allServices: customer
    .meta({
      rest: 'GET /api/cloud/all-services',
      summary: 'Lists your cloud resources of eight kinds and your provider accounts.',
      poll: true,
      etag: readVersion,
    })
    .output(allServicesOutput)
    .query(({ ctx }) => listAllServices(ctx)),
  get: customer
    .meta({ summary: 'Shows one cloud resource with all stored details.' })
    .input(resourceInput)
    .output(resourceOutput)
    .query(({ ctx, input }) => getResource(ctx, input)),
  createResource: customer
    .meta({
      rest: 'POST /api/cloud/create-resource',
      summary: 'Creates the sample data unless the account already has it or, with `once`, ever had it.',
      repeatStatus: 200,
      example: { action: 'seed-sample-data' },
      status: 201,
    })
    .input(createResourceInput)
    .output(createResourceOutput)
    .mutation(({ ctx, input }) => seedSampleData(ctx, input)),
  act: customer
    .meta({
      rest: 'POST /api/cloud/actions',
      summary: 'Starts, stops or reboots an instance.',
      example: { action: 'reboot', resourceId: exampleId, serviceType: 'instance' },
    })
    .input(actInput)
    .output(instanceOutput)
    .mutation(({ ctx, input }) => actOnInstance(ctx, input)),
  ...ownLists(entitiesByName),
  metrics: customer
    .meta({
      rest: 'GET /api/cloud/metrics',
      summary: 'Lists the metrics of your cloud resources over the last 24 hours.',
    })
    .input(metricsInput.optional())
    .output(z.array(metricOutput))
    .query(({ ctx, input }) => listMetrics(ctx, input)),
  costs: customer
    .meta({
      rest: 'GET /api/cloud/costs',
      summary: 'Lists the costs of your cloud resources in USD, by month.',
    })
    .output(z.array(costOutput))
    .query(({ ctx }) => listCosts(ctx)),
}
