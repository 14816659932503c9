import { useViewer } from '#web/viewer.ts'
import { AccountBilling } from './account-billing.tsx'
import { SharedBilling } from './shared-billing.tsx'

/** Bills of the customer's account, or of the one service whose bills a member manages. */
export const BillingPage = () => (useViewer()?.actingFor ? <SharedBilling /> : <AccountBilling />)
