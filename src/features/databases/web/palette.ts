import type { PalettePart } from '#web/feature.ts'
import { DatabaseIcon } from '#web/ui/icons.tsx'
import { useDatabaseChoices } from './use-database-choices.ts'

export const databasesPalette = {
  lists: [{ section: 'Databases', order: 18, useChoices: useDatabaseChoices }],
  actions: [
    {
      id: 'create-database',
      label: 'Create a database',
      detail: 'Databases',
      words: 'new add mysql mariadb postgresql mongodb sql',
      Icon: DatabaseIcon,
      to: '/databases',
      dialog: 'create',
      order: 9.5,
    },
  ],
} as const satisfies PalettePart
