import type { RemoteFunction } from '#features/cloud-accounts/drivers/driver.ts'
import type { Answer } from '#shared/schema.ts'
import { after, hour, minute } from '#shared/time.ts'
import type { Entity, Row, Shown } from '../entity.ts'
import { namesOf, presentCommon, presentStored, reported, unreportedOf } from '../present.ts'
import { resource, type Sample } from '../sample.ts'
import type { functionDetails, functionOutput } from './contract.ts'

const columns = [
  'name',
  'runtime',
  'status',
  'memoryMb',
  'timeoutSeconds',
  'invocationCount',
  'unreported',
] as const

/** A state that the provider does not report is unknown. */
function present(row: Shown<'cloudFunctions', typeof columns>): Answer<typeof functionOutput> {
  const status = reported(row, 'status') ?? 'unknown'
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
    invocationCount: reported(row, 'invocationCount'),
  }
}

const details = (row: Row<'cloudFunctions'>): Answer<typeof functionDetails> => ({
  ...presentStored(row),
  ...present(row),
  kind: 'functions',
  errorCount: reported(row, 'errorCount'),
  codeSize: reported(row, 'codeSize'),
  environment: namesOf(row.environment),
})

function values({ status, codeSize, invocationCount, errorCount, ...facts }: RemoteFunction) {
  return {
    ...facts,
    status: status ?? 'unknown',
    codeSize: codeSize ?? 0,
    invocationCount: invocationCount ?? 0,
    errorCount: errorCount ?? 0,
    unreported: unreportedOf({ status, codeSize, invocationCount, errorCount }),
  }
}

/** Three functions. */
const sampleRows = (sample: Sample) => [
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

export const functions = {
  id: 'functions',
  table: 'cloudFunctions',
  polled: { list: 'functions', columns, present },
  details,
  sample: sampleRows,
  billing: { resourceType: 'function', service: 'Serverless', perHour: () => 1_200 },
  measured: {
    resourceType: 'function',
    metrics: [{ name: 'invocations', unit: 'Count', base: 90, swing: 60, noise: 25 }],
    nameOf: ({ name }) => name,
    since: ({ status, createdAt }) => (status === 'active' ? createdAt : null),
  },
  refreshed: { list: 'functions', keyOf: ({ name, region }) => `${region} ${name}`, values },
} satisfies Entity<'cloudFunctions'>
