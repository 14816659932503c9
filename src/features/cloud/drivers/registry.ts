import type { RemoteProviderName } from '../contract/provider-facts.ts'
import { createAwsDriver } from './aws.ts'
import { createDigitalOceanDriver } from './digitalocean.ts'
import type { CloudDriver } from './driver.ts'
import { createHetznerDriver } from './hetzner.ts'

/** The providers outside of the portal. */
export type Clouds = Readonly<Record<RemoteProviderName, CloudDriver>>

/** Drivers that call the providers at their public addresses. */
export const createClouds = (): Clouds => ({
  hetzner: createHetznerDriver(),
  digitalocean: createDigitalOceanDriver(),
  aws: createAwsDriver(),
})

/** The driver of a stored provider; null for one that has no outside, such as the simulator. */
export const driverOf = (clouds: Clouds, name: string): CloudDriver | null =>
  Object.hasOwn(clouds, name) ? clouds[name as RemoteProviderName] : null
