import { adminDesk } from '#features/admin/web/desk.ts'
import { backupsDesk } from '#features/backups/web/desk/desk.ts'
import { billingDesk } from '#features/billing/web/desk/desk.ts'
import { catalogueDesk } from '#features/catalogue/web/desk/desk.ts'
import { customersDesk } from '#features/customers/web/desk/desk.ts'
import { domainsDesk } from '#features/domains/web/desk/desk.ts'
import { ordersDesk } from '#features/orders/web/desk/desk.ts'
import { paymentsDesk } from '#features/payments/web/desk/desk.ts'
import { renewalsDesk } from '#features/renewals/web/desk/desk.ts'
import { servicesDesk } from '#features/services/web/desk/desk.ts'
import { statusDesk } from '#features/status/web/desk.ts'
import { supportDesk } from '#features/support/web/desk/desk.ts'
import { trialsDesk } from '#features/trials/web/desk/desk.ts'
import { zonesDesk } from '#features/zones/web/desk/desk.ts'
import { features } from './features.ts'

/** The features of administrators, loaded only for them. */
export const allFeatures = [
  ...features,
  customersDesk,
  adminDesk,
  backupsDesk,
  billingDesk,
  catalogueDesk,
  domainsDesk,
  ordersDesk,
  paymentsDesk,
  renewalsDesk,
  servicesDesk,
  statusDesk,
  supportDesk,
  trialsDesk,
  zonesDesk,
] as const
