import type { Answer } from '#shared/schema.ts'
import { after, hour, minute } from '#shared/time.ts'
import type { Entity, Row, Shown } from '../entity.ts'
import { presentCommon, presentStored, toPercent } from '../present.ts'
import { resource, type Sample } from '../sample.ts'
import type { securityDetails, securityOutput } from './contract.ts'

const columns = ['serviceName', 'type', 'status', 'threatsDetected', 'complianceScore', 'lastScan'] as const

const present = (row: Shown<'cloudSecurity', typeof columns>): Answer<typeof securityOutput> => ({
  ...presentCommon(row),
  name: row.serviceName,
  type: row.type,
  status: row.status,
  threatsDetected: row.threatsDetected,
  complianceScore: toPercent(row.complianceScore),
  lastScan: row.lastScan,
})

const details = (row: Row<'cloudSecurity'>): Answer<typeof securityDetails> => ({
  ...presentStored(row),
  ...present(row),
  kind: 'security',
})

/** A firewall and a scanner; scores in hundredths of a percent. */
const sampleRows = (sample: Sample) => [
  {
    ...resource(sample, 'ap-south-1', 64),
    serviceName: 'website-firewall',
    type: 'waf',
    rulesCount: 48,
    blockedRequests: 18_204,
    allowedRequests: 2_910_448,
    threatsDetected: 27,
    complianceScore: 9_650,
    lastScan: after(sample.now, -50 * minute),
    lastActivity: after(sample.now, -1 * minute),
    configuration: { mode: 'block', ruleSet: 'OWASP' },
  },
  {
    ...resource(sample, 'us-east-1', 40),
    serviceName: 'vulnerability-scanner',
    type: 'scanner',
    rulesCount: 1_240,
    threatsDetected: 3,
    complianceScore: 8_800,
    lastScan: after(sample.now, -8 * hour),
    lastActivity: after(sample.now, -8 * hour),
    configuration: { schedule: 'daily' },
  },
]

export const security = {
  id: 'security',
  table: 'cloudSecurity',
  polled: { list: 'security', columns, present },
  details,
  sample: sampleRows,
} satisfies Entity<'cloudSecurity'>
