import type { ProviderName } from '../contract/provider-facts.ts'
import type { CloudDriver, DriverSettings } from './driver.ts'
import { createAwsDriver } from './providers/aws.ts'
import { createDigitalOceanDriver } from './providers/digitalocean.ts'
import { createHetznerDriver } from './providers/hetzner.ts'
import { simulator } from './simulator/simulator.ts'

export type Clouds = Readonly<Record<ProviderName, CloudDriver>>

/** A driver for each provider. External ones are called at their public addresses unless the settings redirect them. */
export const createClouds = (settings: DriverSettings = {}): Clouds => ({
  simulator,
  hetzner: createHetznerDriver(settings),
  digitalocean: createDigitalOceanDriver(settings),
  aws: createAwsDriver(settings),
})

/** The driver of a stored provider; null for an unknown name. */
export const driverOf = (clouds: Clouds, name: string): CloudDriver | null =>
  Object.hasOwn(clouds, name) ? clouds[name as ProviderName] : null
