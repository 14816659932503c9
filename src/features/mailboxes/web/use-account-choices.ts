import { useQuery } from '@tanstack/react-query'
import type { PaletteList } from '#web/feature.ts'
import { useTRPC } from '#web/trpc.ts'
import { MailIcon } from '#web/ui/icons.tsx'
import type { EmailAccount } from '../contract/contract.ts'
import { shortTypeNames } from '../contract/type-names.ts'

const choiceOf = ({ id, email, type }: EmailAccount) => ({
  id: `email:${id}`,
  label: email,
  detail: shortTypeNames[type],
  words: 'email mail inbox',
  Icon: MailIcon,
  href: type === 'mailbox' ? `/email/${id}` : `/email?account=${id}`,
})

/** The customer's email accounts, for the palette. */
export function useAccountChoices(): ReturnType<PaletteList['useChoices']> {
  const trpc = useTRPC()
  const query = useQuery(trpc.email.list.queryOptions({}))
  return { choices: (query.data ?? []).map(choiceOf), query }
}
