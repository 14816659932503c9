import type { Feature } from '#server/feature.ts'
import { provision } from './provision.ts'

/** Makes approved services real. */
export const provisioning = {
  name: 'provisioning',
  work: { main: { handlers: [provision] } },
} satisfies Feature
