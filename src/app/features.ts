import { account } from '#features/account/feature.ts'
import { activity } from '#features/activity/feature.ts'
import { admin } from '#features/admin/feature.ts'
import { auth } from '#features/auth/feature.ts'
import { backups } from '#features/backups/feature.ts'
import { billing } from '#features/billing/feature.ts'
import { catalogue } from '#features/catalogue/feature.ts'
import { certificates } from '#features/certificates/feature.ts'
import { cloud } from '#features/cloud/feature.ts'
import { cloudAccounts } from '#features/cloud-accounts/feature.ts'
import { databaseConsole } from '#features/console/feature.ts'
import { customers } from '#features/customers/feature.ts'
import { databases } from '#features/databases/feature.ts'
import { dns } from '#features/dns/feature.ts'
import { domains } from '#features/domains/feature.ts'
import { engines } from '#features/engines/feature.ts'
import { fileManager } from '#features/file-manager/feature.ts'
import { files } from '#features/files/feature.ts'
import { hosting } from '#features/hosting/feature.ts'
import { inbox } from '#features/inbox/feature.ts'
import { keys } from '#features/keys/feature.ts'
import { mail } from '#features/mail/feature.ts'
import { mailTransport } from '#features/mail-transport/feature.ts'
import { mailboxes } from '#features/mailboxes/feature.ts'
import { members } from '#features/members/feature.ts'
import { monitoring } from '#features/monitoring/feature.ts'
import { names } from '#features/names/feature.ts'
import { notifications } from '#features/notifications/feature.ts'
import { orders } from '#features/orders/feature.ts'
import { payments } from '#features/payments/feature.ts'
import { profile } from '#features/profile/feature.ts'
import { projects } from '#features/projects/feature.ts'
import { provisioning } from '#features/provisioning/feature.ts'
import { renewals } from '#features/renewals/feature.ts'
import { resolver } from '#features/resolver/feature.ts'
import { services } from '#features/services/feature.ts'
import { status } from '#features/status/feature.ts'
import { support } from '#features/support/feature.ts'
import { trials } from '#features/trials/feature.ts'
import { webhooks } from '#features/webhooks/feature.ts'
import { zones } from '#features/zones/feature.ts'
import type { DataFolder, Feature } from '#server/feature.ts'

/** The intersection of a union's members. */
export type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** Every feature of the server, in the order of opening and starting; they stop in reverse. */
export const features = [
  mail,
  notifications,
  monitoring,
  dns,
  hosting,
  catalogue,
  auth,
  billing,
  profile,
  keys,
  orders,
  payments,
  projects,
  names,
  services,
  renewals,
  zones,
  domains,
  resolver,
  provisioning,
  certificates,
  members,
  files,
  engines,
  fileManager,
  databases,
  databaseConsole,
  mailTransport,
  mailboxes,
  inbox,
  backups,
  cloudAccounts,
  cloud,
  status,
  support,
  trials,
  webhooks,
  account,
  customers,
  activity,
  admin,
] as const

/** The parts of the data folder that portal backups include. */
export const dataFolders: readonly DataFolder[] = (features as readonly Feature[]).flatMap(
  ({ data = [] }) => data,
)

type Part<F> = F extends { open(...inputs: never[]): infer Opened } ? Awaited<Opened> : never

/** The features' additions to the kernel: a member of `Deps` that none of them provides does not compile. */
export type Provided = Intersection<Part<(typeof features)[number]>>
