import type { Answer } from '#shared/schema.ts'
import { after, hour } from '#shared/time.ts'
import type { Entity, Row } from '../entity.ts'
import { presentStored } from '../present.ts'
import { resource, type Sample } from '../sample.ts'
import { devopsOutput } from './contract.ts'

const present = (row: Row<'cloudDevops'>): Answer<typeof devopsOutput> => ({
  ...presentStored(row),
  artifacts: row.artifacts ?? [],
})

/** A passing pipeline and a failing one. */
const sampleRows = (sample: Sample) => [
  {
    ...resource(sample, 'ap-south-1', 45),
    serviceName: 'website-pipeline',
    type: 'pipeline',
    repositoryUrl: 'https://git.example.com/website.git',
    lastBuild: after(sample.now, -3 * hour),
    buildDuration: 194,
    testsCount: 412,
    testsPassed: 412,
    deploymentTarget: 'web-1',
    artifacts: ['website-2.8.1.tar.gz'],
  },
  {
    ...resource(sample, 'eu-central-1', 9),
    serviceName: 'preview-pipeline',
    type: 'pipeline',
    repositoryUrl: 'https://git.example.com/preview.git',
    branch: 'next',
    buildStatus: 'failed',
    lastBuild: after(sample.now, -26 * hour),
    buildDuration: 87,
    testsCount: 96,
    testsPassed: 94,
    deploymentTarget: 'preview',
    artifacts: [],
  },
]

export const devops = {
  id: 'devops',
  table: 'cloudDevops',
  list: { output: devopsOutput, present },
  sample: sampleRows,
} satisfies Entity<'cloudDevops'>
