import { account } from '#features/account/web/feature.ts'
import { activity } from '#features/activity/web/feature.ts'
import { auth } from '#features/auth/web/feature.ts'
import { backups } from '#features/backups/web/feature.ts'
import { billing } from '#features/billing/web/feature.ts'
import { catalogue } from '#features/catalogue/web/feature.ts'
import { certificates } from '#features/certificates/web/feature.ts'
import { cloud } from '#features/cloud/web/feature.ts'
import { databaseConsole } from '#features/console/web/feature.ts'
import { databases } from '#features/databases/web/feature.ts'
import { domains } from '#features/domains/web/feature.ts'
import { fileManager } from '#features/file-manager/web/feature.ts'
import { inbox } from '#features/inbox/web/feature.ts'
import { keys } from '#features/keys/web/feature.ts'
import { mailboxes } from '#features/mailboxes/web/feature.ts'
import { members } from '#features/members/web/feature.ts'
import { notifications } from '#features/notifications/web/feature.ts'
import { orders } from '#features/orders/web/feature.ts'
import { payments } from '#features/payments/web/feature.ts'
import { profile } from '#features/profile/web/feature.ts'
import { projects } from '#features/projects/web/feature.ts'
import { renewals } from '#features/renewals/web/feature.ts'
import { services } from '#features/services/web/feature.ts'
import { status } from '#features/status/web/feature.ts'
import { support } from '#features/support/web/feature.ts'
import { trials } from '#features/trials/web/feature.ts'
import { webhooks } from '#features/webhooks/web/feature.ts'
import { palette } from './lazy-palette.ts'

/** The features of the application in the browser, for all users: everything else is derived from them. */
export const features = [
  account,
  activity,
  auth,
  backups,
  billing,
  catalogue,
  certificates,
  cloud,
  databases,
  databaseConsole,
  domains,
  fileManager,
  inbox,
  keys,
  mailboxes,
  members,
  notifications,
  orders,
  payments,
  profile,
  projects,
  renewals,
  services,
  status,
  support,
  trials,
  webhooks,
  palette,
] as const
