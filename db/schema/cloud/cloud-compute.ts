import { sql } from 'drizzle-orm'
import type { Kit } from '../../kit.ts'
import { type CloudAccountTables, resource, resourceKeys, unreported } from './cloud-accounts.ts'

/** Instances, buckets, databases, functions and containers. A status is text: providers have their own. */
export function cloudComputeTables(k: Kit, providers: CloudAccountTables) {
  const cloudInstances = k.table(
    'cloud_instances',
    {
      ...resource(k),
      instanceId: k.text().notNull(),
      name: k.text().notNull(),
      instanceType: k.text().notNull(),
      status: k.text().notNull().default('stopped'),
      /** The status after a running action, and its time. */
      nextStatus: k.text(),
      nextStatusAt: k.time(),
      publicIp: k.text(),
      privateIp: k.text(),
      zone: k.text(),
      imageId: k.text(),
      keyPairName: k.text(),
      securityGroups: k.json<string[]>(),
      tags: k.json<Record<string, string>>(),
      launchedAt: k.time(),
    },
    (t) => [
      ...resourceKeys(k, providers, 'cloud_instances')(t),
      k.index('cloud_instances_due').on(t.nextStatusAt).where(sql`next_status_at is not null`),
    ],
  )

  const cloudStorage = k.table(
    'cloud_storage',
    {
      ...resource(k),
      ...unreported(k),
      bucketName: k.text().notNull(),
      storageClass: k.text().notNull().default('STANDARD'),
      versioning: k.bool().notNull().default(false),
      encryption: k.bool().notNull().default(true),
      publicAccess: k.bool().notNull().default(false),
      sizeBytes: k.big().notNull().default(0),
      objectCount: k.big().notNull().default(0),
    },
    resourceKeys(k, providers, 'cloud_storage'),
  )

  const cloudDatabases = k.table(
    'cloud_databases',
    {
      ...resource(k),
      ...unreported(k),
      instanceId: k.text().notNull(),
      name: k.text().notNull(),
      engine: k.text().notNull(),
      version: k.text(),
      instanceClass: k.text().notNull(),
      status: k.text().notNull().default('available'),
      endpoint: k.text(),
      port: k.int(),
      username: k.text(),
      /** GB */
      allocatedStorage: k.int(),
      multiAz: k.bool().notNull().default(false),
      /** Days. */
      backupRetention: k.int().notNull().default(7),
      maintenanceWindow: k.text(),
    },
    resourceKeys(k, providers, 'cloud_databases'),
  )

  const cloudFunctions = k.table(
    'cloud_functions',
    {
      ...resource(k),
      ...unreported(k),
      name: k.text().notNull(),
      runtime: k.text().notNull(),
      handler: k.text(),
      memoryMb: k.int().notNull().default(128),
      timeoutSeconds: k.int().notNull().default(30),
      status: k.text().notNull().default('active'),
      lastInvoked: k.time(),
      invocationCount: k.big().notNull().default(0),
      errorCount: k.big().notNull().default(0),
      codeSize: k.big().notNull().default(0),
      environment: k.json<Record<string, string>>(),
    },
    resourceKeys(k, providers, 'cloud_functions'),
  )

  const cloudContainers = k.table(
    'cloud_containers',
    {
      ...resource(k),
      clusterName: k.text().notNull(),
      serviceName: k.text().notNull(),
      imageUri: k.text().notNull(),
      cpu: k.int().notNull().default(256),
      memory: k.int().notNull().default(512),
      desiredCount: k.int().notNull().default(1),
      runningCount: k.int().notNull().default(0),
      status: k.text().notNull().default('pending'),
      networkMode: k.text().notNull().default('awsvpc'),
      ports: k.json<number[]>(),
      environment: k.json<Record<string, string>>(),
    },
    resourceKeys(k, providers, 'cloud_containers'),
  )

  return { cloudInstances, cloudStorage, cloudDatabases, cloudFunctions, cloudContainers }
}
