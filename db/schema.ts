import type { Kit } from './kit.ts'
import { backupTables } from './schema/backups.ts'
import { billingTables } from './schema/business/billing.ts'
import { billingMoneyTables } from './schema/business/billing-money.ts'
import { catalogueTables } from './schema/business/catalogue.ts'
import { orderTables } from './schema/business/orders.ts'
import { paymentTables } from './schema/business/payments.ts'
import { renewalTables } from './schema/business/renewals.ts'
import { statusTables } from './schema/business/status.ts'
import { supportTables } from './schema/business/support.ts'
import { trialTables } from './schema/business/trials.ts'
import { cloudAccountTables } from './schema/cloud/cloud-accounts.ts'
import { cloudComputeTables } from './schema/cloud/cloud-compute.ts'
import { cloudDeliveryTables } from './schema/cloud/cloud-delivery.ts'
import { cloudInsightTables } from './schema/cloud/cloud-insight.ts'
import { consoleTables } from './schema/console.ts'
import { databaseTables } from './schema/databases.ts'
import { fileTables } from './schema/files.ts'
import { mailTables } from './schema/mail/mail.ts'
import { mailTransportTables } from './schema/mail/mail-transport.ts'
import { mailboxTables } from './schema/mail/mailboxes.ts'
import { monitoringTables } from './schema/monitoring.ts'
import { certificateTables } from './schema/names/certificates.ts'
import { dnsTables } from './schema/names/dns.ts'
import { domainTables } from './schema/names/domains.ts'
import { nameTables } from './schema/names/names.ts'
import { zoneTables } from './schema/names/zones.ts'
import { notificationTables } from './schema/notifications.ts'
import { wholeAccountTables } from './schema/people/account.ts'
import { accountTables } from './schema/people/auth.ts'
import { accountSecurityTables } from './schema/people/auth-security.ts'
import { customerTables } from './schema/people/customers.ts'
import { keyTables } from './schema/people/keys.ts'
import { memberTables } from './schema/people/members.ts'
import { profileTables } from './schema/people/profile.ts'
import { installationTables, recordTables, workTables } from './schema/platform.ts'
import { projectTables } from './schema/projects.ts'
import { serviceTables } from './schema/services.ts'
import { webhookTables } from './schema/webhooks.ts'

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
    ...customerTables(k, base),
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
