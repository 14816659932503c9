import { z } from 'zod'
import { oneOf, origin, type Settings } from '#server/settings.ts'

const secret = (least: number) =>
  z.string().regex(new RegExp(`^[!-~]{${least},}$`), `must be at least ${least} characters without spaces`)

const needed = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const

export const settings = {
  title: 'Payments',
  shape: {
    PAYMENT_DRIVER: oneOf('manual', 'razorpay')
      .default('manual')
      .describe(
        '`manual`: bank transfers and UPI, confirmed by an administrator. `razorpay`: also online payments on Razorpay’s pages. Transfer details come from `COMPANY_FILE`.',
      ),
    RAZORPAY_KEY_ID: secret(8).optional().describe('API key id of the Razorpay account.'),
    RAZORPAY_KEY_SECRET: secret(8).optional().describe('API key secret of the Razorpay account.'),
    RAZORPAY_WEBHOOK_SECRET: secret(8)
      .optional()
      .describe(
        'Secret of the Razorpay webhook. Point it at `PUBLIC_ORIGIN/api/payments/razorpay/webhook` for payment link and refund events. Keep it set after a change of driver, so that late events still count.',
      ),
    RAZORPAY_URL: origin
      .default('https://api.razorpay.com')
      .describe('Address of the Razorpay API; change it in tests only.'),
    AUTO_APPROVE: oneOf('off', 'paid')
      .default('off')
      .describe('`paid`: an order is activated automatically once its recorded payments cover its amount.'),
  },
  check(values) {
    if (values.PAYMENT_DRIVER !== 'razorpay') return null
    const missing = needed.find((name) => values[name] === undefined)
    return missing ? `${missing}: required by PAYMENT_DRIVER=razorpay` : null
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
