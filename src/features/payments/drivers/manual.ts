import type { PaymentProvider } from './provider.ts'

const limitation = 'Customers cannot see where to pay: set the UPI id or the bank account in COMPANY_FILE.'

/** Bank and UPI transfers, which an administrator confirms. `isSetUp`: customers see where to pay. */
export const createManualPayments = (isSetUp: boolean): PaymentProvider => ({
  name: 'manual',
  mode: 'embedded',
  online: null,
  ...(isSetUp ? {} : { limitation }),
  check: async () => ({ isHealthy: true, version: null, message: null }),
})
