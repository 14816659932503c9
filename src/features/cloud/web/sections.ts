import { analyticsSection } from '../entities/analytics/web.ts'
import { apiGatewaysSection } from '../entities/api-gateways/web.ts'
import { distributionsSection } from '../entities/cdn/web.ts'
import { containersSection } from '../entities/containers/web.ts'
import { databasesSection } from '../entities/databases/web.ts'
import { pipelinesSection } from '../entities/devops/web.ts'
import { functionsSection } from '../entities/functions/web.ts'
import { instancesSection } from '../entities/instances/web/web.tsx'
import { loadBalancersSection } from '../entities/load-balancers/web.ts'
import { queuesSection } from '../entities/messaging/web.ts'
import { metricsSection } from '../entities/metrics/web.ts'
import { monitoringSection } from '../entities/monitoring/web.ts'
import { securitySection } from '../entities/security/web.ts'
import { bucketsSection } from '../entities/storage/web.ts'
import type { Tab } from './kit/cloud-search.ts'
import type { Section } from './kit/section.tsx'

/**
 * The entities of each tab but the overview; with the costs there, they are all stored ones. Models are in the analytics list.
 */
export const sections: Record<Exclude<Tab, 'overview'>, readonly Section[]> = {
  compute: [instancesSection, loadBalancersSection],
  storage: [bucketsSection, distributionsSection],
  databases: [databasesSection],
  serverless: [functionsSection, apiGatewaysSection, queuesSection],
  containers: [containersSection, pipelinesSection],
  analytics: [analyticsSection, metricsSection],
  security: [securitySection, monitoringSection],
}
