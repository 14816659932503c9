import type { Feature } from '#server/feature.ts'
import { deskProcedures } from './router/desk.ts'
import { catalogueRouter } from './router/router.ts'
import { seedCatalogue } from './service/seed.ts'

declare module '#server/events.ts' {
  interface LiveKinds {
    catalogue: true
  }
}

export const catalogue = {
  name: 'catalogue',
  procedures: { catalogue: catalogueRouter, admin: deskProcedures },
  seed: ({ store, now }) => seedCatalogue(store, now()),
  live: { catalogue: 'owner' },
} satisfies Feature
