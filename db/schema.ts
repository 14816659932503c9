import type { Kit } from './kit.ts'
import { accountTables } from './schema/auth.ts'
import { backupTables } from './schema/backups.ts'
import { catalogueTables } from './schema/catalogue.ts'
import { certificateTables } from './schema/certificates.ts'
import { cloudComputeTables } from './schema/cloud-compute.ts'
import { cloudDeliveryTables } from './schema/cloud-delivery.ts'
import { cloudInsightTables } from './schema/cloud-insight.ts'
import { cloudProviderTables } from './schema/cloud-providers.ts'
import { databaseTables } from './schema/databases.ts'
import { dnsTables } from './schema/dns.ts'
import { domainTables } from './schema/domains.ts'
import { emailTables } from './schema/email.ts'
import { fileTables } from './schema/files.ts'
import { mailTables } from './schema/mail.ts'
import { monitoringTables } from './schema/monitoring.ts'
import { orderTables } from './schema/orders.ts'
import { installationTables, recordTables, workTables } from './schema/platform.ts'
import { projectTables } from './schema/projects.ts'
import { serviceTables } from './schema/services.ts'
import { statusTables } from './schema/status.ts'
import { supportTables } from './schema/support.ts'
import { trialTables } from './schema/trials.ts'

/** Every table of the portal for one engine, parents before their children. */
export function makeSchema(k: Kit) {
  const base = { ...accountTables(k), ...catalogueTables(k) }
  const owned = { ...base, ...serviceTables(k, base) }
  const named = { ...owned, ...monitoringTables(k, owned), ...domainTables(k, owned) }
  const cloud = cloudProviderTables(k, base)
  return {
    ...named,
    ...dnsTables(k, named),
    ...orderTables(k, owned),
    ...certificateTables(k, named),
    ...emailTables(k, named),
    ...databaseTables(k, owned),
    ...fileTables(k, owned),
    ...backupTables(k, owned),
    ...projectTables(k, owned),
    ...cloud,
    ...cloudComputeTables(k, cloud),
    ...cloudDeliveryTables(k, cloud),
    ...cloudInsightTables(k, cloud),
    ...supportTables(k),
    ...trialTables(k, base),
    ...statusTables(k),
    ...workTables(k),
    ...mailTables(k),
    ...recordTables(k),
    ...installationTables(k),
  }
}

export type Schema = ReturnType<typeof makeSchema>
