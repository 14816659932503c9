import type {
  AnalyticsItem,
  Bucket,
  CloudDatabase,
  CloudFunction,
  Container,
  Instance,
  SecurityItem,
} from '../contract.ts'
import { type Entity, stored } from './entity.ts'
import {
  address,
  bytes,
  code,
  count,
  gigabytes,
  list,
  measure,
  moment,
  orUnknown,
  pairs,
  percent,
  port,
  status,
  text,
  yesNo,
} from './fields.tsx'

const encrypted = yesNo('Encrypted', 'Not encrypted')
const times = [moment('createdAt', 'Created'), moment('updatedAt', 'Changed')]

export const instances: Entity<Instance> = {
  id: 'instances',
  title: 'Instances',
  one: 'instance',
  nameOf: ({ name }) => name,
  columns: [
    status('status', 'Status'),
    code('instanceType', 'Type'),
    code('region', 'Region'),
    address('publicIp', 'Public IP'),
    address('privateIp', 'Private IP'),
  ],
  measuredOf: ({ id }) => ({ resourceId: id }),
  storedOf: stored('instances', [
    address('instanceId', 'Instance ID'),
    code('zone', 'Zone'),
    code('imageId', 'Image'),
    code('keyPairName', 'Key pair'),
    list('securityGroups', 'Security groups'),
    pairs('tags', 'Tags'),
    moment('launchedAt', 'Launched'),
    ...times,
  ]),
}

export const buckets: Entity<Bucket> = {
  id: 'storage',
  title: 'Storage buckets',
  one: 'bucket',
  nameOf: ({ bucketName }) => bucketName,
  columns: [
    code('region', 'Region'),
    orUnknown(code('storageClass', 'Class')),
    orUnknown(gigabytes('sizeBytes', 'Size')),
    orUnknown(count('objectCount', 'Objects')),
    orUnknown(encrypted('encryption', 'Encryption')),
    orUnknown(yesNo('Public', 'Private')('publicAccess', 'Access')),
  ],
  storedOf: stored('storage', [orUnknown(yesNo('On', 'Off')('versioning', 'Versioning')), ...times]),
}

export const databases: Entity<CloudDatabase> = {
  id: 'databases',
  title: 'Databases',
  one: 'database',
  nameOf: ({ name }) => name,
  columns: [
    status('status', 'Status'),
    text('engine', 'Engine'),
    code('engineVersion', 'Version'),
    code('instanceClass', 'Class'),
    code('region', 'Region'),
    orUnknown(measure('GB')('allocatedStorage', 'Storage')),
    orUnknown(yesNo('On', 'Off')('backupEnabled', 'Backups')),
  ],
  measuredOf: ({ id }) => ({ resourceId: id }),
  storedOf: stored('databases', [
    address('instanceId', 'Instance ID'),
    address('endpoint', 'Endpoint'),
    port('port', 'Port'),
    code('username', 'User'),
    orUnknown(yesNo()('multiAz', 'In several zones')),
    orUnknown(measure('days')('backupRetention', 'Backups kept')),
    text('maintenanceWindow', 'Maintenance window'),
    ...times,
  ]),
}

export const functions: Entity<CloudFunction> = {
  id: 'functions',
  title: 'Functions',
  one: 'function',
  nameOf: ({ functionName }) => functionName,
  columns: [
    status('state', 'State'),
    code('runtime', 'Runtime'),
    code('region', 'Region'),
    measure('MB')('memorySize', 'Memory'),
    measure('s')('timeout', 'Timeout'),
    orUnknown(count('invocationCount', 'Invocations')),
  ],
  measuredOf: ({ id }) => ({ resourceId: id }),
  storedOf: stored('functions', [
    code('handler', 'Handler'),
    orUnknown(count('errorCount', 'Errors')),
    orUnknown(bytes('codeSize', 'Code size')),
    moment('lastInvoked', 'Last invoked'),
    list('environment', 'Environment'),
    ...times,
  ]),
}

export const containers: Entity<Container> = {
  id: 'containers',
  title: 'Containers',
  one: 'container',
  nameOf: ({ name }) => name,
  columns: [
    status('status', 'Status'),
    code('image', 'Image'),
    code('region', 'Region'),
    measure('units')('cpu', 'CPU'),
    measure('MB')('memory', 'Memory'),
    count('replicas', 'Replicas'),
  ],
  storedOf: stored('containers', [
    code('clusterName', 'Cluster'),
    count('runningCount', 'Running'),
    code('networkMode', 'Network mode'),
    list('ports', 'Ports'),
    list('environment', 'Environment'),
    ...times,
  ]),
}

const storedDataSet = stored('analytics', [
  address('datasetId', 'Data set ID'),
  code('location', 'Location'),
  gigabytes('sizeBytes', 'Size'),
  count('tableCount', 'Tables'),
  count('queryCount', 'Queries'),
  moment('lastQueried', 'Last queried'),
  encrypted('encryption', 'Encryption'),
  text('access', 'Access'),
  ...times,
])
const storedModel = stored('ml-services', [
  text('framework', 'Framework'),
  code('instanceType', 'Instance'),
  address('endpointUrl', 'Endpoint'),
  measure('s')('trainingTime', 'Training time'),
  moment('lastTrained', 'Last trained'),
  ...times,
])

/** Data sets and models in one list. */
export const analytics: Entity<AnalyticsItem> = {
  id: 'analytics',
  title: 'Analytics',
  one: 'data set or model',
  nameOf: ({ name }) => name,
  columns: [
    status('status', 'Status'),
    text('type', 'Type'),
    code('region', 'Region'),
    text('modelType', 'Model'),
    percent('accuracy', 'Accuracy'),
    count('predictionCount', 'Predictions'),
  ],
  storedOf: ({ modelType }) => (modelType === null ? storedDataSet() : storedModel()),
}

export const security: Entity<SecurityItem> = {
  id: 'security',
  title: 'Security',
  one: 'security service',
  nameOf: ({ name }) => name,
  columns: [
    status('status', 'Status'),
    text('type', 'Type'),
    code('region', 'Region'),
    count('threatsDetected', 'Threats'),
    percent('complianceScore', 'Compliance'),
    moment('lastScan', 'Last scan'),
  ],
  storedOf: stored('security', [
    count('rulesCount', 'Rules'),
    count('blockedRequests', 'Blocked requests'),
    count('allowedRequests', 'Allowed requests'),
    yesNo('On', 'Off')('alertsEnabled', 'Alerts'),
    moment('lastActivity', 'Last activity'),
    pairs('configuration', 'Configuration'),
    ...times,
  ]),
}
