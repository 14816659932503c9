import type { RemoteBucket } from '#features/cloud-accounts/drivers/driver.ts'
import type { Answer } from '#shared/schema.ts'
import type { Entity, Row, Shown } from '../entity.ts'
import { presentCommon, presentStored, reported, unreportedOf } from '../present.ts'
import { resource, type Sample } from '../sample.ts'
import type { storageDetails, storageOutput } from './contract.ts'

const columns = [
  'bucketName',
  'storageClass',
  'encryption',
  'publicAccess',
  'sizeBytes',
  'objectCount',
  'unreported',
] as const

const present = (row: Shown<'cloudStorage', typeof columns>): Answer<typeof storageOutput> => ({
  ...presentCommon(row),
  bucketName: row.bucketName,
  storageClass: reported(row, 'storageClass'),
  encryption: reported(row, 'encryption'),
  publicAccess: reported(row, 'publicAccess'),
  sizeBytes: reported(row, 'sizeBytes'),
  objectCount: reported(row, 'objectCount'),
})

const details = (row: Row<'cloudStorage'>): Answer<typeof storageDetails> => ({
  ...presentStored(row),
  ...present(row),
  kind: 'storage',
  versioning: reported(row, 'versioning'),
})

const values = ({ bucketName, region, ...facts }: RemoteBucket) => ({
  bucketName,
  region,
  storageClass: facts.storageClass ?? 'STANDARD',
  versioning: facts.versioning ?? false,
  encryption: facts.encryption ?? true,
  publicAccess: facts.publicAccess ?? false,
  sizeBytes: facts.sizeBytes ?? 0,
  objectCount: facts.objectCount ?? 0,
  unreported: unreportedOf(facts),
})

const gib = 1024 ** 3

/** Three buckets. */
const sampleRows = (sample: Sample) =>
  [
    {
      ...resource(sample, 'ap-south-1', 64),
      bucketName: 'sample-website-assets',
      storageClass: 'STANDARD',
      versioning: true,
      publicAccess: true,
      sizeBytes: 12.4 * gib,
      objectCount: 18_240,
    },
    {
      ...resource(sample, 'ap-south-1', 60),
      bucketName: 'sample-backups',
      storageClass: 'STANDARD_IA',
      versioning: true,
      sizeBytes: 186 * gib,
      objectCount: 412,
    },
    {
      ...resource(sample, 'us-east-1', 30),
      bucketName: 'sample-logs-archive',
      storageClass: 'GLACIER',
      sizeBytes: 734 * gib,
      objectCount: 96_310,
    },
  ].map((bucket) => ({ ...bucket, sizeBytes: Math.round(bucket.sizeBytes) }))

export const storage = {
  id: 'storage',
  table: 'cloudStorage',
  polled: { list: 'storage', columns, present },
  details,
  sample: sampleRows,
  billing: { resourceType: 'storage', service: 'Storage', perHour: () => 9_500 },
  refreshed: { list: 'storage', keyOf: ({ bucketName, region }) => `${region} ${bucketName}`, values },
} satisfies Entity<'cloudStorage'>
