import { adminDesk } from '#features/admin/web/desk.ts'
import { billingDesk } from '#features/billing/web/desk.ts'
import { paymentsDesk } from '#features/payments/web/desk.ts'
import { renewalsDesk } from '#features/renewals/web/desk.ts'
import { statusDesk } from '#features/status/web/desk.ts'
import { trialsDesk } from '#features/trials/web/desk.ts'
import { features } from './features.ts'

/** The features as administrators have them: loaded for nobody else. */
export const allFeatures = [
  ...features,
  adminDesk,
  billingDesk,
  paymentsDesk,
  renewalsDesk,
  statusDesk,
  trialsDesk,
] as const
