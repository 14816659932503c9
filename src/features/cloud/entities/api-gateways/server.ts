import type { Answer } from '#shared/schema.ts'
import type { Entity, Row } from '../entity.ts'
import { presentStored } from '../present.ts'
import { resource, type Sample } from '../sample.ts'
import { apiGatewayOutput } from './contract.ts'

const present = (row: Row<'cloudApiGateways'>): Answer<typeof apiGatewayOutput> => ({
  ...presentStored(row),
  errorRate: row.errorRate / 100,
})

/** A REST and a WebSocket gateway; error rates in hundredths of a percent. */
const sampleRows = (sample: Sample) => [
  {
    ...resource(sample, 'ap-south-1', 45),
    apiId: 'api-sample-1',
    name: 'orders-api',
    endpoint: 'https://api.example.com/orders',
    requestCount: 1_284_900,
    errorRate: 42,
    throttling: true,
    caching: true,
    authentication: 'JWT',
  },
  {
    ...resource(sample, 'ap-south-1', 20),
    apiId: 'api-sample-2',
    name: 'live-updates',
    type: 'WEBSOCKET',
    stage: 'staging',
    endpoint: 'wss://live.example.com',
    requestCount: 20_310,
    errorRate: 5,
    authentication: 'none',
    corsEnabled: false,
  },
]

export const apiGateways = {
  id: 'api-gateways',
  table: 'cloudApiGateways',
  list: { output: apiGatewayOutput, present },
  sample: sampleRows,
} satisfies Entity<'cloudApiGateways'>
