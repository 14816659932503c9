import type { Feature } from '#server/feature.ts'
import { type Clouds, createClouds } from './drivers/registry.ts'
import { exports } from './exports.ts'
import { refreshing } from './jobs.ts'
import { cloudRouter } from './router.ts'
import { cloudDrivers } from './service/check-clouds.ts'
import { eraseAccount } from './service/erase.ts'
import { endTransitions } from './tasks.ts'

declare module '#server/context.ts' {
  interface Deps {
    clouds: Clouds
  }
}

declare module '#server/events.ts' {
  interface LiveKinds {
    cloud: true
  }
}

export const cloud = {
  name: 'cloud',
  procedures: { cloud: cloudRouter },
  open: () => ({ clouds: createClouds() }),
  work: {
    main: { tasks: [endTransitions] },
    // A cloud provider that hangs keeps nobody else waiting.
    clouds: { tasks: [refreshing] },
  },
  drivers: cloudDrivers,
  live: { cloud: 'owner' },
  exports,
  eraseAccount,
} satisfies Feature
