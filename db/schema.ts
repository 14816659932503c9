import type { Kit } from './kit.ts'
import { wholeAccountTables } from './schema/account.ts'
import { accountTables } from './schema/auth.ts'
import { accountSecurityTables } from './schema/auth-security.ts'
import { backupTables } from './schema/backups.ts'
import { billingTables } from './schema/billing.ts'
import { billingMoneyTables } from './schema/billing-money.ts'
import { catalogueTables } from './schema/catalogue.ts'
import { certificateTables } from './schema/certificates.ts'
import { cloudAccountTables } from './schema/cloud-accounts.ts'
import { cloudComputeTables } from './schema/cloud-compute.ts'
import { cloudDeliveryTables } from './schema/cloud-delivery.ts'
import { cloudInsightTables } from './schema/cloud-insight.ts'
import { consoleTables } from './schema/console.ts'
import { databaseTables } from './schema/databases.ts'
import { dnsTables } from './schema/dns.ts'
import { domainTables } from './schema/domains.ts'
import { fileTables } from './schema/files.ts'
import { keyTables } from './schema/keys.ts'
import { mailTables } from './schema/mail.ts'
import { mailTransportTables } from './schema/mail-transport.ts'
import { mailboxTables } from './schema/mailboxes.ts'
import { memberTables } from './schema/members.ts'
import { monitoringTables } from './schema/monitoring.ts'
import { nameTables } from './schema/names.ts'
import { notificationTables } from './schema/notifications.ts'
import { orderTables } from './schema/orders.ts'
import { paymentTables } from './schema/payments.ts'
import { installationTables, recordTables, workTables } from './schema/platform.ts'
import { profileTables } from './schema/profile.ts'
import { projectTables } from './schema/projects.ts'
import { renewalTables } from './schema/renewals.ts'
import { serviceTables } from './schema/services.ts'
import { statusTables } from './schema/status.ts'
import { supportTables } from './schema/support.ts'
import { trialTables } from './schema/trials.ts'
import { webhookTables } from './schema/webhooks.ts'
import { zoneTables } from './schema/zones.ts'

/** Every table of the portal for one engine, parents before their children. */
export function makeSchema(k: Kit) {
  const base = { ...accountTables(k), ...catalogueTables(k) }
  const owned = { ...base, ...serviceTables(k, base), ...nameTables(k) }
  const named = { ...owned, ...monitoringTables(k, owned), ...domainTables(k, owned) }
  const cloud = cloudAccountTables(k, base)
  const billed = { ...base, ...billingTables(k, base) }
  const stored = databaseTables(k, owned)
  return {
    ...named,
    ...zoneTables(k, named),
    ...accountSecurityTables(k, base),
    ...wholeAccountTables(k, base),
    ...dnsTables(k, named),
    ...orderTables(k, owned),
    ...billed,
    ...billingMoneyTables(k, billed),
    ...paymentTables(k, base),
    ...renewalTables(k, { ...owned, ...billed }),
    ...certificateTables(k, named),
    ...stored,
    ...consoleTables(k, stored),
    ...mailboxTables(k, named),
    ...mailTransportTables(k),
    ...fileTables(k, owned),
    ...backupTables(k, owned),
    ...projectTables(k, owned),
    ...cloud,
    ...cloudComputeTables(k, cloud),
    ...cloudDeliveryTables(k, cloud),
    ...cloudInsightTables(k, cloud),
    ...profileTables(k, base),
    ...supportTables(k),
    ...trialTables(k, base),
    ...keyTables(k, base),
    ...memberTables(k, owned),
    ...statusTables(k),
    ...workTables(k),
    ...mailTables(k),
    ...notificationTables(k, base),
    ...webhookTables(k, base),
    ...recordTables(k),
    ...installationTables(k),
  }
}

export type Schema = ReturnType<typeof makeSchema>
