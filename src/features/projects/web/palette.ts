import type { PalettePart } from '#web/feature.ts'
import { PlusIcon } from '#web/ui/icons.tsx'
import { useProjectChoices } from './use-project-choices.ts'

export const projectsPalette = {
  lists: [{ section: 'Projects', order: 20, useChoices: useProjectChoices }],
  actions: [
    {
      id: 'create-project',
      label: 'New project',
      detail: 'Projects',
      Icon: PlusIcon,
      to: '/projects',
      dialog: 'new',
      order: 20,
    },
  ],
} as const satisfies PalettePart
