import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import type { Entity } from '../../web/kit/entity.ts'
import { address, code, moment, named, pairs, status, yesNo } from '../../web/kit/fields.tsx'
import { fetchedSection } from '../../web/kit/section.tsx'
import type { Cdn } from './contract.ts'

const onOff = yesNo('On', 'Off')

const distributions: Entity<Cdn> = {
  id: 'cdn',
  title: 'CDN distributions',
  one: 'distribution',
  nameHeader: 'Domain',
  nameOf: ({ domainName }) => domainName,
  columns: [
    status('status', 'Status'),
    code('originDomain', 'Origin'),
    named('priceClass', 'Locations'),
    yesNo('Enabled', 'Disabled')('enabled', 'Delivery'),
    onOff('ssl', 'SSL'),
  ],
  details: [
    address('distributionId', 'Distribution ID'),
    code('region', 'Region'),
    named('httpVersion', 'HTTP version'),
    pairs('caching', 'Caching'),
    pairs('geoRestriction', 'Countries'),
    moment('createdAt', 'Created'),
  ],
}

export const distributionsSection = fetchedSection(distributions, () =>
  useQuery(useTRPC().cloud.cdn.queryOptions()),
)
