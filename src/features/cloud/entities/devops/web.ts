import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import type { Entity } from '../../web/kit/entity.ts'
import {
  address,
  code,
  count,
  list,
  marked,
  measure,
  moment,
  named,
  status,
  text,
} from '../../web/kit/fields.tsx'
import { fetchedSection } from '../../web/kit/section.tsx'
import type { DevopsService } from './contract.ts'

const devops: Entity<DevopsService> = {
  id: 'devops',
  title: 'Pipelines',
  one: 'pipeline',
  nameOf: ({ serviceName }) => serviceName,
  columns: [
    marked(status('buildStatus', 'Build')),
    named('type', 'Type'),
    code('branch', 'Branch'),
    count('testsPassed', 'Tests passed'),
    count('testsCount', 'Tests'),
    moment('lastBuild', 'Last build'),
  ],
  details: [
    code('region', 'Region'),
    address('repositoryUrl', 'Repository'),
    measure('s')('buildDuration', 'Build time'),
    text('deploymentTarget', 'Deployment target'),
    list('artifacts', 'Artifacts'),
    moment('createdAt', 'Created'),
  ],
}

export const pipelinesSection = fetchedSection(devops, () => useQuery(useTRPC().cloud.devops.queryOptions()))
