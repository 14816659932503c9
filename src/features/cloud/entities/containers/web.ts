import { type Entity, stored } from '../../web/kit/entity.ts'
import { code, count, list, measure, named, processors, status, times } from '../../web/kit/fields.tsx'
import { polledSection } from '../../web/kit/section.tsx'
import type { Container } from './contract.ts'

const containers: Entity<Container> = {
  id: 'containers',
  title: 'Container services',
  one: 'container',
  nameOf: ({ name }) => name,
  columns: [
    status('status', 'Status'),
    code('image', 'Image'),
    code('region', 'Region'),
    processors('cpu', 'CPU'),
    measure('MB')('memory', 'Memory'),
    count('replicas', 'Replicas'),
  ],
  storedOf: stored('containers', [
    code('clusterName', 'Cluster'),
    count('runningCount', 'Running'),
    named('networkMode', 'Network'),
    list('ports', 'Ports'),
    list('environment', 'Environment'),
    ...times,
  ]),
}

export const containersSection = polledSection(containers, (all) => all.containers)
