import { type Entity, stored } from '../../web/kit/entity.ts'
import {
  code,
  count,
  marked,
  moment,
  named,
  pairs,
  percent,
  status,
  times,
  yesNo,
} from '../../web/kit/fields.tsx'
import { polledSection } from '../../web/kit/section.tsx'
import type { SecurityItem } from './contract.ts'

const security: Entity<SecurityItem> = {
  id: 'security',
  title: 'Security services',
  one: 'security service',
  nameOf: ({ name }) => name,
  columns: [
    status('status', 'Status'),
    named('type', 'Type'),
    code('region', 'Region'),
    marked(count('threatsDetected', 'Threats')),
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

export const securitySection = polledSection(security, (all) => all.security)
