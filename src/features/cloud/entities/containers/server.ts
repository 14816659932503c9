import type { Answer } from '#shared/schema.ts'
import type { Entity, Row, Shown } from '../entity.ts'
import { namesOf, presentCommon, presentStored } from '../present.ts'
import { resource, type Sample } from '../sample.ts'
import type { containerDetails, containerOutput } from './contract.ts'

const columns = ['serviceName', 'imageUri', 'status', 'cpu', 'memory', 'desiredCount'] as const

const present = (row: Shown<'cloudContainers', typeof columns>): Answer<typeof containerOutput> => ({
  ...presentCommon(row),
  name: row.serviceName,
  serviceName: row.serviceName,
  image: row.imageUri,
  imageUri: row.imageUri,
  status: row.status,
  cpu: row.cpu,
  memory: row.memory,
  replicas: row.desiredCount,
  desiredCount: row.desiredCount,
})

const details = (row: Row<'cloudContainers'>): Answer<typeof containerDetails> => ({
  ...presentStored(row),
  ...present(row),
  kind: 'containers',
  ports: row.ports ?? [],
  environment: namesOf(row.environment),
})

/** Two container services. */
const sampleRows = (sample: Sample) => [
  {
    ...resource(sample, 'ap-south-1', 45),
    clusterName: 'sample-cluster',
    serviceName: 'api',
    imageUri: 'registry.example.com/api:2.8.1',
    cpu: 512,
    memory: 1_024,
    desiredCount: 3,
    runningCount: 3,
    status: 'running',
    ports: [8080],
    environment: { STAGE: 'production' },
  },
  {
    ...resource(sample, 'eu-central-1', 9),
    clusterName: 'sample-cluster',
    serviceName: 'preview',
    imageUri: 'registry.example.com/preview:2.9.0-rc1',
    desiredCount: 1,
    runningCount: 0,
    status: 'pending',
    ports: [3000],
    environment: { STAGE: 'staging' },
  },
]

export const containers = {
  id: 'containers',
  table: 'cloudContainers',
  polled: { list: 'containers', columns, present },
  details,
  sample: sampleRows,
  billing: { resourceType: 'container', service: 'Containers', perHour: () => 24_600 },
} satisfies Entity<'cloudContainers'>
