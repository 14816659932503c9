import type { WebFeature } from '#web/feature.ts'
import { routes } from './routes.tsx'

export const orders = {
  routes: { signedIn: routes },
  live: { orders: ['order', 'service'] },
} as const satisfies WebFeature
