import type { Answer } from '#shared/schema.ts'
import type { Entity, Row } from '../entity.ts'
import { presentStored } from '../present.ts'
import { resource, type Sample } from '../sample.ts'
import { cdnOutput } from './contract.ts'

const present = (row: Row<'cloudCdn'>): Answer<typeof cdnOutput> => presentStored(row)

/** One distribution. */
const sampleRows = (sample: Sample) => [
  {
    ...resource(sample, 'us-east-1', 58),
    distributionId: 'cdn-sample-1',
    domainName: 'assets.example.com',
    originDomain: 'sample-website-assets.example.com',
    httpVersion: 'http3',
    caching: { defaultTtlSeconds: 86_400, compress: true },
    geoRestriction: { type: 'none' },
  },
]

export const cdn = {
  id: 'cdn',
  table: 'cloudCdn',
  list: { output: cdnOutput, present },
  sample: sampleRows,
  billing: { resourceType: 'cdn', service: 'Networking', perHour: () => 14_000 },
} satisfies Entity<'cloudCdn'>
