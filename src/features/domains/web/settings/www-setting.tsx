import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showName } from '#shared/names/show-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { SettingRow } from '#web/ui/forms/setting-row.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import type { Domain } from '../../contract/contract.ts'
import { type WwwChoice, wwwChoices } from '../../contract/serving.ts'
import { texts } from '../../contract/texts.ts'

const saidOf = (name: string): Record<WwwChoice, string> => ({
  'as-typed': `${name} and www.${name} both show the site.`,
  'to-www': `Visitors to ${name} are sent to www.${name}.`,
  'to-bare': `Visitors to www.${name} are sent to ${name}.`,
})

/** Selects which of the two names shows the site. */
export function WwwSetting({ domain }: { domain: Domain }) {
  const name = showName(domain.name)
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const change = useMutation(
    trpc.domains.serving.mutationOptions({
      meta: { failure: texts.error },
      onSuccess: (stored) => showToast({ title: 'Settings updated', description: saidOf(name)[stored.www] }),
      onSettled: () => queryClient.invalidateQueries(trpc.domains.pathFilter()),
    }),
  )
  const shown = (change.isPending ? change.variables.www : undefined) ?? domain.www
  const labels: Record<WwwChoice, string> = {
    'as-typed': 'No redirect',
    'to-www': `Redirect to www.${name}`,
    'to-bare': `Redirect to ${name}`,
  }
  return (
    <SettingRow title="www redirect" text={saidOf(name)[shown]}>
      <select
        className="control"
        aria-label="www redirect"
        value={shown}
        onChange={({ currentTarget: { value } }) => {
          const www = wwwChoices.find((choice) => choice === value) ?? 'as-typed'
          change.mutate({ id: domain.id, www })
        }}
      >
        {wwwChoices.map((choice) => (
          <option key={choice} value={choice}>
            {labels[choice]}
          </option>
        ))}
      </select>
    </SettingRow>
  )
}
