import type { Kit } from '../kit.ts'
import { backupTables } from './backups.ts'
import { billingTables } from './business/billing.ts'
import { billingMoneyTables } from './business/billing-money.ts'
import { catalogueTables } from './business/catalogue.ts'
import { orderTables } from './business/orders.ts'
import { paymentTables } from './business/payments.ts'
import { renewalTables } from './business/renewals.ts'
import { statusTables } from './business/status.ts'
import { supportTables } from './business/support.ts'
import { trialTables } from './business/trials.ts'
import { cloudAccountTables } from './cloud/cloud-accounts.ts'
import { cloudComputeTables } from './cloud/cloud-compute.ts'
import { cloudDeliveryTables } from './cloud/cloud-delivery.ts'
import { cloudInsightTables } from './cloud/cloud-insight.ts'
import { consoleTables } from './console.ts'
import { databaseTables } from './databases.ts'
import { fileTables } from './files.ts'
import { mailTables } from './mail/mail.ts'
import { mailTransportTables } from './mail/mail-transport.ts'
import { mailboxTables } from './mail/mailboxes.ts'
import { monitoringTables } from './monitoring.ts'
import { certificateTables } from './names/certificates.ts'
import { dnsTables } from './names/dns.ts'
import { domainTables } from './names/domains.ts'
import { nameTables } from './names/names.ts'
import { zoneTables } from './names/zones.ts'
import { notificationTables } from './notifications.ts'
import { wholeAccountTables } from './people/account.ts'
import { accountTables } from './people/auth.ts'
import { accountSecurityTables } from './people/auth-security.ts'
import { customerTables } from './people/customers.ts'
import { keyTables } from './people/keys.ts'
import { memberTables } from './people/members.ts'
import { profileTables } from './people/profile.ts'
import { installationTables, recordTables, workTables } from './platform.ts'
import { projectTables } from './projects.ts'
import { serviceTables } from './services.ts'
import { webhookTables } from './webhooks.ts'

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
