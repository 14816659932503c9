import { useViewer } from '#web/viewer.ts'
import { AccountBilling } from './account-billing.tsx'
import { SharedBilling } from './shared-billing.tsx'

/** What was billed and what is to be paid: of the customer's account, or of the one service whose bills somebody looks after. */
export const BillingPage = () => (useViewer()?.actingFor ? <SharedBilling /> : <AccountBilling />)
