import { activity } from '#features/activity/web/feature.ts'
import { auth } from '#features/auth/web/feature.ts'
import { backups } from '#features/backups/web/feature.ts'
import { catalogue } from '#features/catalogue/web/feature.ts'
import { cloud } from '#features/cloud/web/feature.ts'
import { databases } from '#features/databases/web/feature.ts'
import { domains } from '#features/domains/web/feature.ts'
import { email } from '#features/email/web/feature.ts'
import { files } from '#features/files/web/feature.ts'
import { orders } from '#features/orders/web/feature.ts'
import { projects } from '#features/projects/web/feature.ts'
import { services } from '#features/services/web/feature.ts'
import { status } from '#features/status/web/feature.ts'
import { support } from '#features/support/web/feature.ts'
import { trials } from '#features/trials/web/feature.ts'
import { comingLater } from '#web/shell/coming-later.tsx'
import { palette } from './lazy-palette.ts'

/** The features of the application in the browser, for everybody: everything else is derived from them. */
export const features = [
  activity,
  auth,
  backups,
  catalogue,
  cloud,
  databases,
  domains,
  email,
  files,
  orders,
  projects,
  services,
  status,
  support,
  trials,
  comingLater,
  palette,
] as const
