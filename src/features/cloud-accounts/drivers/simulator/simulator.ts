import { simulatorName } from '../../contract/provider-facts.ts'
import { simulatedTransitions } from '../../contract/transitions.ts'
import { type CloudDriver, ProviderRefused } from '../driver.ts'

/** The embedded provider: its resources are rows of the portal, and an action takes nothing but time. */
export const simulator: CloudDriver = {
  name: simulatorName,
  mode: 'embedded',
  transitions: simulatedTransitions,
  async validate() {},
  // An empty answer would make a refresh delete the rows, which exist only here.
  async list() {
    throw new ProviderRefused('The simulator has no lists of its own.', 'request')
  },
  async act() {},
}
