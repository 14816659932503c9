import type { Feature } from '#server/feature.ts'
import { provision } from './provision.ts'

/** Provisions approved services. */
export const provisioning = {
  name: 'provisioning',
  work: { main: { handlers: [provision] } },
} satisfies Feature
