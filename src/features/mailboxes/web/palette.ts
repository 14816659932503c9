import type { PalettePart } from '#web/feature.ts'
import { MailIcon } from '#web/ui/icons.tsx'
import { useAccountChoices } from './use-account-choices.ts'

export const mailboxesPalette = {
  lists: [{ section: 'Email', order: 17, useChoices: useAccountChoices }],
  actions: [
    {
      id: 'create-email',
      label: 'Create email',
      detail: 'Email',
      words: 'new add mailbox address forwarding alias',
      Icon: MailIcon,
      to: '/email',
      dialog: 'create',
      order: 9.2,
    },
  ],
} as const satisfies PalettePart
