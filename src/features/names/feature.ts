import type { Feature } from '#server/feature.ts'
import { releasing } from './hold-name.ts'
import { listLostNames } from './lost-names-activity.ts'
import { settings } from './settings.ts'
import { sweepingNames } from './sweep-names.ts'

/** Names of sites and domains: each belongs to one customer at a time. */
export const names = {
  name: 'names',
  settings,
  work: { main: { tasks: [sweepingNames, releasing] } },
  activity: [{ kind: 'domain', actions: ['service.domain-lost'], list: listLostNames }],
} satisfies Feature
