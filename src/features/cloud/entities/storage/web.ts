import { type Entity, stored } from '../../web/kit/entity.ts'
import { code, count, gigabytes, marked, named, orUnknown, times, yesNo } from '../../web/kit/fields.tsx'
import { polledSection } from '../../web/kit/section.tsx'
import type { Bucket } from './contract.ts'

export const buckets: Entity<Bucket> = {
  id: 'storage',
  title: 'Storage buckets',
  one: 'bucket',
  nameOf: ({ bucketName }) => bucketName,
  columns: [
    code('region', 'Region'),
    orUnknown(named('storageClass', 'Class')),
    orUnknown(gigabytes('sizeBytes', 'Size')),
    orUnknown(count('objectCount', 'Objects')),
    marked(orUnknown(yesNo('On', 'Off')('encryption', 'Encryption'))),
    marked(orUnknown(yesNo('Public', 'Private')('publicAccess', 'Access'))),
  ],
  storedOf: stored('storage', [orUnknown(yesNo('On', 'Off')('versioning', 'Versioning')), ...times]),
}

export const bucketsSection = polledSection(buckets, ({ storage }) => storage)
