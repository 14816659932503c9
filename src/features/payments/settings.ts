import { z } from 'zod'
import { oneOf, origin, type Settings } from '#server/settings.ts'

const secret = (least: number) =>
  z.string().regex(new RegExp(`^[!-~]{${least},}$`), `must be at least ${least} characters without spaces`)

const needed = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const

export const settings = {
  shape: {
    PAYMENT_DRIVER: oneOf('manual', 'razorpay').default('manual'),
    RAZORPAY_KEY_ID: secret(8).optional(),
    RAZORPAY_KEY_SECRET: secret(8).optional(),
    /** Razorpay signs its events with it. Stored after a change of the driver, so that late events still arrive. */
    RAZORPAY_WEBHOOK_SECRET: secret(8).optional(),
    /** Tests use an address other than Razorpay's own. */
    RAZORPAY_URL: origin.default('https://api.razorpay.com'),
    AUTO_APPROVE: oneOf('off', 'paid').default('off'),
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
