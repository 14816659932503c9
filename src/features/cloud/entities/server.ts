import { analytics } from './analytics/server.ts'
import { apiGateways } from './api-gateways/server.ts'
import { cdn } from './cdn/server.ts'
import { containers } from './containers/server.ts'
import { databases } from './databases/server.ts'
import { devops } from './devops/server.ts'
import type { Entity, TableName } from './entity.ts'
import { functions } from './functions/server.ts'
import { instances } from './instances/server.ts'
import { loadBalancers } from './load-balancers/server.ts'
import { messaging } from './messaging/server.ts'
import { mlServices } from './ml-services/server.ts'
import { monitoring } from './monitoring/server.ts'
import { security } from './security/server.ts'
import { storage } from './storage/server.ts'

/** The stored entities; those with a list of their own answer it in the procedure of this name. */
export const entitiesByName = {
  instances,
  storage,
  databases,
  functions,
  containers,
  loadBalancers,
  cdn,
  apiGateways,
  messaging,
  devops,
  analytics,
  mlServices,
  security,
  monitoring,
}

const each: readonly { [Name in TableName]: Entity<Name> }[TableName][] = Object.values(entitiesByName)
/** Code that iterates over all entities reads each row through the entity's own table. */
export const entities: readonly Entity[] = each

/** The entities that have a part, such as billing. */
export const entitiesWith = <Part extends keyof Entity>(part: Part) =>
  entities.filter((entity): entity is Entity & Required<Pick<Entity, Part>> => entity[part] !== undefined)
