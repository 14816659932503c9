import type { Feature } from '#server/feature.ts'
import { type Clouds, createClouds } from './drivers/registry.ts'
import { exports } from './exports.ts'
import { providersRouter } from './router.ts'
import { cloudDrivers } from './service/check-clouds.ts'
import { eraseAccount } from './service/erase.ts'

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

export const cloudAccounts = {
  name: 'cloud-accounts',
  procedures: { cloud: { providers: providersRouter } },
  open: () => ({ clouds: createClouds() }),
  drivers: cloudDrivers,
  live: { cloud: 'owner' },
  exports,
  eraseAccount,
} satisfies Feature
