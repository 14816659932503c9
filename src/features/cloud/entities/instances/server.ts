import { statusAt } from '#features/cloud-accounts/contract/transitions.ts'
import type { Answer } from '#shared/schema.ts'
import type { Entity, Row, Shown } from '../entity.ts'
import { presentCommon, presentStored } from '../present.ts'
import type { instanceDetails, instanceOutput } from './contract.ts'
import { refreshed } from './refreshed.ts'
import { sampleRows } from './sample.ts'

export type InstanceRow = Row<'cloudInstances'>

const columns = [
  'name',
  'instanceType',
  'status',
  'nextStatus',
  'nextStatusAt',
  'publicIp',
  'privateIp',
] as const

/** An instance at a moment: a transition that is due by then has ended. */
export const presentInstance = (
  row: Shown<'cloudInstances', typeof columns>,
  now: Date,
): Answer<typeof instanceOutput> => ({
  ...presentCommon(row),
  name: row.name,
  instanceType: row.instanceType,
  status: statusAt(row, now),
  publicIp: row.publicIp,
  privateIp: row.privateIp,
})

const details = (row: InstanceRow, now: Date): Answer<typeof instanceDetails> => ({
  ...presentStored(row),
  ...presentInstance(row, now),
  kind: 'instances',
  securityGroups: row.securityGroups ?? [],
  tags: row.tags ?? {},
})

/** The start time of an instance that runs or is starting; null for others. */
export const runningSince = ({
  status,
  nextStatus,
  launchedAt,
}: Pick<InstanceRow, 'status' | 'nextStatus' | 'launchedAt'>): Date | null =>
  (nextStatus ?? status) === 'running' ? launchedAt : null

// Millionths of a dollar.
const perHour: Record<string, number> = {
  't3.micro': 10_400,
  't3.small': 20_800,
  't3.medium': 41_600,
  'm5.large': 96_000,
}

export const instances = {
  id: 'instances',
  table: 'cloudInstances',
  polled: { list: 'instances', columns, present: presentInstance },
  details,
  sample: sampleRows,
  billing: {
    resourceType: 'instance',
    service: 'Compute',
    perHour: ({ instanceType = '' }: Partial<InstanceRow>) => perHour[instanceType] ?? 0,
    runs: ({ status }) => status === 'running',
  },
  measured: {
    resourceType: 'instance',
    metrics: [
      { name: 'cpuUtilization', unit: 'Percent', base: 34, swing: 18, noise: 9 },
      { name: 'memoryUtilization', unit: 'Percent', base: 61, swing: 6, noise: 3 },
      { name: 'networkIn', unit: 'Bytes', base: 48_000_000, swing: 26_000_000, noise: 9_000_000 },
      { name: 'networkOut', unit: 'Bytes', base: 71_000_000, swing: 38_000_000, noise: 12_000_000 },
    ],
    nameOf: ({ name }) => name,
    since: (row) => runningSince(row),
  },
  refreshed,
} satisfies Entity<'cloudInstances'>
