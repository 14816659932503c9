import type { PaymentProvider } from './provider.ts'

const limitation = 'Customers are not told where to pay: set the UPI id or the bank account in COMPANY_FILE.'

/** Transfers by bank and UPI, which an administrator confirms. `isSetUp`: customers are told where to pay. */
export const createManualPayments = (isSetUp: boolean): PaymentProvider => ({
  name: 'manual',
  mode: 'embedded',
  online: null,
  ...(isSetUp ? {} : { limitation }),
  check: async () => ({ isHealthy: true, version: null, message: null }),
})
