import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import type { Entity } from '../../web/kit/entity.ts'
import { address, code, count, moment, named, percent, yesNo } from '../../web/kit/fields.tsx'
import { fetchedSection } from '../../web/kit/section.tsx'
import type { ApiGateway } from './contract.ts'

const onOff = yesNo('On', 'Off')

const apiGateways: Entity<ApiGateway> = {
  id: 'api-gateways',
  title: 'API gateways',
  one: 'API gateway',
  nameOf: ({ name }) => name,
  columns: [
    named('type', 'Type'),
    code('stage', 'Stage'),
    code('region', 'Region'),
    count('requestCount', 'Requests'),
    percent('errorRate', 'Errors'),
    named('authentication', 'Authentication'),
  ],
  details: [
    address('apiId', 'API ID'),
    address('endpoint', 'Endpoint'),
    onOff('throttling', 'Throttling'),
    onOff('caching', 'Caching'),
    onOff('corsEnabled', 'CORS'),
    moment('createdAt', 'Created'),
  ],
}

export const apiGatewaysSection = fetchedSection(apiGateways, () =>
  useQuery(useTRPC().cloud.apiGateways.queryOptions()),
)
