import { trpc } from '#web/trpc.ts'
import type { Entity } from '../../web/entity.ts'
import { address, code, count, measure, moment, percent, status, text } from '../../web/fields.tsx'
import { askedSection } from '../../web/section.tsx'
import type { MlService } from './contract.ts'

const mlServices: Entity<MlService> = {
  id: 'ml-services',
  title: 'ML services',
  one: 'ML service',
  nameHeader: 'Model',
  nameOf: ({ modelName }) => modelName,
  columns: [
    status('status', 'Status'),
    text('type', 'Type'),
    text('framework', 'Framework'),
    code('instanceType', 'Instance'),
    percent('modelAccuracy', 'Accuracy'),
    count('predictionCount', 'Predictions'),
  ],
  details: [
    code('region', 'Region'),
    address('endpointUrl', 'Endpoint'),
    measure('s')('trainingTime', 'Training time'),
    moment('lastTrained', 'Last trained'),
    moment('createdAt', 'Created'),
  ],
}

export const mlServicesSection = askedSection(mlServices, () => trpc.cloud.mlServices.useQuery())
