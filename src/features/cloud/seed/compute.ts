import { after, day, hour, minute } from '#shared/time.ts'
import { resource, type Sample } from './base.ts'

const gib = 1024 ** 3

/** Three machines, one of them running. Addresses are of the ranges for documentation (RFC 5737, RFC 3849). */
export function instances(sample: Sample) {
  const machine = { keyPairName: 'sample-key', nextStatus: null, nextStatusAt: null }
  return [
    {
      ...resource(sample, 'ap-south-1', 64),
      ...machine,
      instanceId: 'i-sample0001',
      name: 'web-1',
      instanceType: 't3.medium',
      status: 'running',
      publicIp: '203.0.113.10',
      privateIp: '192.0.2.10',
      zone: 'ap-south-1a',
      imageId: 'ami-sample-debian-13',
      securityGroups: ['web', 'ssh'],
      tags: { environment: 'production', role: 'web' },
      launchedAt: after(sample.now, -64 * day),
    },
    {
      ...resource(sample, 'us-east-1', 40),
      ...machine,
      instanceId: 'i-sample0002',
      name: 'worker-1',
      instanceType: 't3.small',
      status: 'stopped',
      publicIp: '198.51.100.20',
      privateIp: '192.0.2.20',
      zone: 'us-east-1b',
      imageId: 'ami-sample-debian-13',
      securityGroups: ['ssh'],
      tags: { environment: 'production', role: 'worker' },
      launchedAt: null,
    },
    {
      ...resource(sample, 'eu-central-1', 12),
      ...machine,
      instanceId: 'i-sample0003',
      name: 'build-1',
      instanceType: 'm5.large',
      status: 'stopped',
      publicIp: '2001:db8::30',
      privateIp: '192.0.2.30',
      zone: 'eu-central-1a',
      imageId: 'ami-sample-ubuntu-26',
      securityGroups: ['build'],
      tags: { environment: 'staging', role: 'build' },
      launchedAt: null,
    },
  ]
}

/** Three buckets. */
export const storage = (sample: Sample) =>
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

/** Two databases. */
export const databases = (sample: Sample) => [
  {
    ...resource(sample, 'ap-south-1', 64),
    instanceId: 'db-sample-orders',
    name: 'orders',
    engine: 'postgres',
    version: '17.6',
    instanceClass: 'db.t3.medium',
    status: 'available',
    endpoint: 'orders.db.example.com',
    port: 5432,
    username: 'portal',
    allocatedStorage: 100,
    multiAz: true,
    backupRetention: 14,
    maintenanceWindow: 'sun:03:00-sun:04:00',
  },
  {
    ...resource(sample, 'us-east-1', 21),
    instanceId: 'db-sample-reports',
    name: 'reports',
    engine: 'mysql',
    version: '8.4',
    instanceClass: 'db.t3.small',
    status: 'available',
    endpoint: 'reports.db.example.com',
    port: 3306,
    username: 'reports',
    allocatedStorage: 40,
    backupRetention: 0,
    maintenanceWindow: 'sat:02:00-sat:03:00',
  },
]

/** Three functions. */
export const functions = (sample: Sample) => [
  {
    ...resource(sample, 'ap-south-1', 50),
    name: 'resize-images',
    runtime: 'nodejs24.x',
    handler: 'index.handler',
    memoryMb: 512,
    timeoutSeconds: 60,
    status: 'active',
    lastInvoked: after(sample.now, -4 * minute),
    invocationCount: 48_210,
    errorCount: 37,
    codeSize: 1_843_200,
    environment: { STAGE: 'production' },
  },
  {
    ...resource(sample, 'ap-south-1', 33),
    name: 'send-invoices',
    runtime: 'python3.13',
    handler: 'main.run',
    memoryMb: 256,
    status: 'active',
    lastInvoked: after(sample.now, -6 * hour),
    invocationCount: 1_904,
    errorCount: 2,
    codeSize: 402_000,
    environment: { STAGE: 'production' },
  },
  {
    ...resource(sample, 'eu-central-1', 9),
    name: 'nightly-report',
    runtime: 'nodejs24.x',
    handler: 'report.handler',
    status: 'inactive',
    lastInvoked: null,
    codeSize: 96_500,
    environment: { STAGE: 'staging' },
  },
]

/** Two services of containers. */
export const containers = (sample: Sample) => [
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
