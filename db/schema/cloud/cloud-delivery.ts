import type { Kit } from '../../kit.ts'
import { type CloudAccountTables, resource, resourceKeys } from './cloud-accounts.ts'

/** Infrastructure around instances: balancers, CDN, gateways, queues; and deployments. */
export function cloudDeliveryTables(k: Kit, providers: CloudAccountTables) {
  const cloudLoadBalancers = k.table(
    'cloud_load_balancers',
    {
      ...resource(k),
      name: k.text().notNull(),
      dnsName: k.text(),
      type: k.text().notNull().default('application'),
      scheme: k.text().notNull().default('internet-facing'),
      ipAddressType: k.text().notNull().default('ipv4'),
      status: k.text().notNull().default('active'),
      availabilityZones: k.json<string[]>(),
      targetGroups: k.json<string[]>(),
    },
    resourceKeys(k, providers, 'cloud_load_balancers'),
  )

  const cloudCdn = k.table(
    'cloud_cdn',
    {
      ...resource(k),
      distributionId: k.text().notNull(),
      domainName: k.text().notNull(),
      originDomain: k.text().notNull(),
      status: k.text().notNull().default('deployed'),
      priceClass: k.text().notNull().default('all'),
      enabled: k.bool().notNull().default(true),
      httpVersion: k.text().notNull().default('http2'),
      ssl: k.bool().notNull().default(true),
      caching: k.json<Record<string, unknown>>(),
      geoRestriction: k.json<Record<string, unknown>>(),
    },
    resourceKeys(k, providers, 'cloud_cdn'),
  )

  const cloudApiGateways = k.table(
    'cloud_api_gateways',
    {
      ...resource(k),
      apiId: k.text().notNull(),
      name: k.text().notNull(),
      type: k.text().notNull().default('REST'),
      stage: k.text().notNull().default('prod'),
      endpoint: k.text(),
      requestCount: k.big().notNull().default(0),
      /** Hundredths of a percent. */
      errorRate: k.int().notNull().default(0),
      throttling: k.bool().notNull().default(false),
      caching: k.bool().notNull().default(false),
      authentication: k.text(),
      corsEnabled: k.bool().notNull().default(true),
    },
    resourceKeys(k, providers, 'cloud_api_gateways'),
  )

  const cloudMessaging = k.table(
    'cloud_messaging',
    {
      ...resource(k),
      queueName: k.text().notNull(),
      type: k.text().notNull(),
      /** Seconds, like the retention. */
      visibility: k.int().notNull().default(30),
      messageRetention: k.int().notNull().default(1_209_600),
      messagesAvailable: k.big().notNull().default(0),
      messagesInFlight: k.big().notNull().default(0),
      deadLetterQueue: k.bool().notNull().default(false),
      encryption: k.bool().notNull().default(true),
      fifoQueue: k.bool().notNull().default(false),
      throughput: k.text().notNull().default('standard'),
    },
    resourceKeys(k, providers, 'cloud_messaging'),
  )

  const cloudDevops = k.table(
    'cloud_devops',
    {
      ...resource(k),
      serviceName: k.text().notNull(),
      type: k.text().notNull(),
      repositoryUrl: k.text(),
      branch: k.text().notNull().default('main'),
      buildStatus: k.text().notNull().default('success'),
      lastBuild: k.time(),
      /** Seconds. */
      buildDuration: k.int(),
      testsCount: k.int().notNull().default(0),
      testsPassed: k.int().notNull().default(0),
      deploymentTarget: k.text(),
      artifacts: k.json<string[]>(),
    },
    resourceKeys(k, providers, 'cloud_devops'),
  )

  return { cloudLoadBalancers, cloudCdn, cloudApiGateways, cloudMessaging, cloudDevops }
}
