import { z } from 'zod'
import type { CloudAccount, RemoteBucket, RemoteDatabase, RemoteFunction, RemoteInstance } from '../driver.ts'
import { type AwsApi, label, xmlListIn, xmlText } from './aws-api.ts'
import { foreignMoment, foreignText, readPages } from './http.ts'

export const ec2Version = '2016-11-15'
const rdsVersion = '2014-10-31'

export type Listing = { api: AwsApi; account: CloudAccount; signal?: AbortSignal | undefined }

const text = xmlText(foreignText)
const xmlNumber = z.preprocess((value) => (value === '' ? undefined : value), z.coerce.number().optional())
const xmlBoolean = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .optional()

const instance = z.object({
  instanceId: foreignText,
  imageId: text,
  instanceState: z.object({ name: z.string() }),
  instanceType: foreignText,
  keyName: text,
  launchTime: xmlText(foreignMoment),
  placement: z.object({ availabilityZone: text }).optional(),
  privateIpAddress: text,
  ipAddress: text,
  groupSet: xmlListIn('item', z.object({ groupName: text })).optional(),
  tagSet: xmlListIn('item', z.object({ key: foreignText, value: foreignText })).optional(),
})
const reservation = z.object({ instancesSet: xmlListIn('item', instance) })
const instances = z.object({
  DescribeInstancesResponse: z.object({
    reservationSet: xmlListIn('item', reservation),
    nextToken: text,
  }),
})

const states: Record<string, RemoteInstance['status']> = {
  running: 'running',
  stopped: 'stopped',
  pending: 'pending',
}

function toInstance(row: z.output<typeof instance>, region: string): RemoteInstance {
  const tags = Object.fromEntries((row.tagSet ?? []).map(({ key, value }) => [key, value]))
  return {
    instanceId: row.instanceId,
    name: tags.Name || row.instanceId,
    instanceType: row.instanceType,
    // Stopping and shutting down.
    status: states[row.instanceState.name] ?? 'in-progress',
    publicIp: row.ipAddress ?? null,
    privateIp: row.privateIpAddress ?? null,
    region,
    zone: row.placement?.availabilityZone ?? null,
    imageId: row.imageId ?? null,
    keyPairName: row.keyName ?? null,
    securityGroups: (row.groupSet ?? []).flatMap(({ groupName }) => groupName ?? []),
    tags,
    launchedAt: row.launchTime ?? null,
  }
}

/** EC2 instances of the region, without terminated ones, which AWS lists for another hour. */
export const listInstances = ({ api, account, signal }: Listing): Promise<RemoteInstance[]> =>
  readPages(label, '', async (token) => {
    const { DescribeInstancesResponse: answer } = await api.query({
      account,
      signal,
      service: 'ec2',
      version: ec2Version,
      action: 'DescribeInstances',
      parameters: { MaxResults: '1000', ...(token ? { NextToken: token } : {}) },
      schema: instances,
    })
    const items = answer.reservationSet
      .flatMap(({ instancesSet }) => instancesSet)
      .filter(({ instanceState }) => instanceState.name !== 'terminated')
      .map((row) => toInstance(row, account.region))
    return { items, next: answer.nextToken ?? null }
  })

const bucket = z.object({ Name: foreignText, BucketRegion: text })
const buckets = z.object({
  ListAllMyBucketsResult: z.object({
    Buckets: xmlListIn('Bucket', bucket),
    ContinuationToken: text,
  }),
})

/** S3 buckets of the whole account. Sizes and settings would take calls per bucket, and are not reported. */
export const listBuckets = ({ api, account, signal }: Listing): Promise<RemoteBucket[]> =>
  readPages(label, '', async (token) => {
    const after = token ? `&continuation-token=${encodeURIComponent(token)}` : ''
    const path = `/?max-buckets=1000${after}`
    const { ListAllMyBucketsResult: answer } = await api.getXml({
      account,
      signal,
      service: 's3',
      path,
      schema: buckets,
    })
    const items = answer.Buckets.map((row) => ({
      bucketName: row.Name,
      region: row.BucketRegion ?? account.region,
      // Storage classes belong to objects, not to the bucket.
      storageClass: null,
      versioning: null,
      // S3 has encrypted every new object since January 2023.
      encryption: true,
      publicAccess: null,
      sizeBytes: null,
      objectCount: null,
    }))
    return { items, next: answer.ContinuationToken ?? null }
  })

const database = z.object({
  DBInstanceIdentifier: foreignText,
  DBInstanceClass: foreignText,
  Engine: foreignText,
  EngineVersion: text,
  DBInstanceStatus: text,
  MasterUsername: text,
  Endpoint: z.object({ Address: text, Port: xmlNumber }).optional(),
  AllocatedStorage: xmlNumber,
  MultiAZ: xmlBoolean,
  BackupRetentionPeriod: xmlNumber,
  PreferredMaintenanceWindow: text,
})
const databases = z.object({
  DescribeDBInstancesResponse: z.object({
    DescribeDBInstancesResult: z.object({ DBInstances: xmlListIn('DBInstance', database), Marker: text }),
  }),
})

const toDatabase = (row: z.output<typeof database>, region: string): RemoteDatabase => ({
  instanceId: row.DBInstanceIdentifier,
  name: row.DBInstanceIdentifier,
  engine: row.Engine,
  version: row.EngineVersion ?? null,
  instanceClass: row.DBInstanceClass,
  status: row.DBInstanceStatus ?? 'unknown',
  endpoint: row.Endpoint?.Address ?? null,
  port: row.Endpoint?.Port ?? null,
  username: row.MasterUsername ?? null,
  allocatedStorage: row.AllocatedStorage ?? null,
  multiAz: row.MultiAZ ?? null,
  backupRetention: row.BackupRetentionPeriod ?? null,
  maintenanceWindow: row.PreferredMaintenanceWindow ?? null,
  region,
})

/** RDS databases of the region. */
export const listDatabases = ({ api, account, signal }: Listing): Promise<RemoteDatabase[]> =>
  readPages(label, '', async (marker) => {
    const { DescribeDBInstancesResponse: answer } = await api.query({
      account,
      signal,
      service: 'rds',
      version: rdsVersion,
      action: 'DescribeDBInstances',
      parameters: { MaxRecords: '100', ...(marker ? { Marker: marker } : {}) },
      schema: databases,
    })
    const { DBInstances, Marker } = answer.DescribeDBInstancesResult
    return { items: DBInstances.map((row) => toDatabase(row, account.region)), next: Marker ?? null }
  })

// The values of environment variables may be secrets, so they are not read.
const lambda = z.object({
  FunctionName: foreignText,
  Runtime: foreignText.nullish(),
  Handler: foreignText.nullish(),
  CodeSize: z.number().nullish(),
  MemorySize: z.number().int().nullish(),
  Timeout: z.number().int().nullish(),
  State: foreignText.nullish(),
})
const functions = z.object({ Functions: z.array(lambda).nullish(), NextMarker: z.string().nullish() })

const toFunction = (row: z.output<typeof lambda>, region: string): RemoteFunction => ({
  name: row.FunctionName,
  // A function from an image has no runtime.
  runtime: row.Runtime ?? 'container image',
  handler: row.Handler ?? null,
  memoryMb: row.MemorySize ?? 128,
  timeoutSeconds: row.Timeout ?? 3,
  status: row.State?.toLowerCase() ?? null,
  codeSize: row.CodeSize ?? null,
  invocationCount: null,
  errorCount: null,
  region,
})

/** Lambda functions of the region; absent memory and timeout mean Lambda's defaults. */
export const listFunctions = ({ api, account, signal }: Listing): Promise<RemoteFunction[]> =>
  readPages(label, '', async (marker) => {
    const after = marker ? `&Marker=${encodeURIComponent(marker)}` : ''
    const path = `/2015-03-31/functions/?MaxItems=50${after}`
    const answer = await api.getJson({ account, service: 'lambda', signal, path, schema: functions })
    const items = (answer.Functions ?? []).map((row) => toFunction(row, account.region))
    return { items, next: answer.NextMarker || null }
  })
