import type { Answer } from '#shared/schema.ts'
import {
  type analyticsOutput,
  type containerOutput,
  type databaseOutput,
  type functionOutput,
  type instanceOutput,
  type providerRowOutput,
  type securityOutput,
  simulatorName,
  type storageOutput,
} from '../contract.ts'
import { statusAt } from '../drivers/simulator.ts'
import type { ListedRow } from './listed.ts'

type Common = { id: string; providerId: string; region: string; sample: boolean; simulated: boolean }

/** What every answer about a resource carries. */
export const presentCommon = ({ id, providerId, region, sample, simulated }: Common): Common => ({
  id,
  providerId,
  region,
  sample,
  simulated,
})

/** A row of which all is told but whose it is; the contract of the call names its columns, and lets no other pass. */
export const presentStored = <Row extends { userId: string }>({
  userId: _,
  ...told
}: Row): Omit<Row, 'userId'> => told

/** Hundredths of a percent as percent. */
export const toPercent = (hundredths: number | null): number | null =>
  hundredths === null ? null : hundredths / 100

/** The value of a column, or null when the provider does not tell it and what is stored is a default. */
export const told = <R extends { untold: string[] | null }, C extends keyof R & string>(
  row: R,
  column: C,
): R[C] | null => (row.untold?.includes(column) ? null : row[column])

/** An instance as it is at a moment: a transition that is due by then has ended. */
export const presentInstance = (row: ListedRow<'instances'>, now: Date): Answer<typeof instanceOutput> => ({
  ...presentCommon(row),
  name: row.name,
  instanceType: row.instanceType,
  status: statusAt(row, now),
  publicIp: row.publicIp,
  privateIp: row.privateIp,
})

export const presentBucket = (row: ListedRow<'storage'>): Answer<typeof storageOutput> => ({
  ...presentCommon(row),
  bucketName: row.bucketName,
  storageClass: told(row, 'storageClass'),
  encryption: told(row, 'encryption'),
  publicAccess: told(row, 'publicAccess'),
  sizeBytes: told(row, 'sizeBytes'),
  objectCount: told(row, 'objectCount'),
})

export function presentDatabase(row: ListedRow<'databases'>): Answer<typeof databaseOutput> {
  const backupRetention = told(row, 'backupRetention')
  return {
    ...presentCommon(row),
    name: row.name,
    engine: row.engine,
    instanceClass: row.instanceClass,
    status: row.status,
    allocatedStorage: row.allocatedStorage,
    engineVersion: row.version,
    version: row.version,
    backupEnabled: backupRetention === null ? null : backupRetention > 0,
    backupRetention,
  }
}

/** A state that the provider does not tell is said to be unknown. */
export function presentFunction(row: ListedRow<'functions'>): Answer<typeof functionOutput> {
  const status = told(row, 'status') ?? 'unknown'
  return {
    ...presentCommon(row),
    functionName: row.name,
    name: row.name,
    runtime: row.runtime,
    state: status,
    status,
    memorySize: row.memoryMb,
    memoryMb: row.memoryMb,
    timeout: row.timeoutSeconds,
    timeoutSeconds: row.timeoutSeconds,
    invocationCount: told(row, 'invocationCount'),
  }
}

export const presentContainer = (row: ListedRow<'containers'>): Answer<typeof containerOutput> => ({
  ...presentCommon(row),
  name: row.serviceName,
  serviceName: row.serviceName,
  image: row.imageUri,
  imageUri: row.imageUri,
  status: row.status,
  cpu: row.cpu,
  memory: row.memory,
  replicas: row.desiredCount,
  desiredCount: row.desiredCount,
})

export const presentDataset = (row: ListedRow<'analytics'>): Answer<typeof analyticsOutput> => ({
  ...presentCommon(row),
  name: row.name,
  type: row.type,
  status: row.status,
  modelType: null,
  accuracy: null,
  predictionCount: null,
})

/** A model as a row of the analytics list, which has data sets and models. */
export const presentModel = (row: ListedRow<'mlServices'>): Answer<typeof analyticsOutput> => ({
  ...presentCommon(row),
  name: row.modelName,
  type: 'ml-model',
  status: row.status,
  modelType: row.type,
  accuracy: toPercent(row.modelAccuracy),
  predictionCount: row.predictionCount,
})

export const presentSecurity = (row: ListedRow<'security'>): Answer<typeof securityOutput> => ({
  ...presentCommon(row),
  name: row.serviceName,
  type: row.type,
  status: row.status,
  threatsDetected: row.threatsDetected,
  complianceScore: toPercent(row.complianceScore),
  lastScan: row.lastScan,
})

export const presentProvider = (row: ListedRow<'providers'>): Answer<typeof providerRowOutput> => ({
  id: row.id,
  name: row.name,
  displayName: row.displayName,
  region: row.region,
  isActive: row.isActive,
  sample: row.sample,
  simulated: row.name === simulatorName,
})
