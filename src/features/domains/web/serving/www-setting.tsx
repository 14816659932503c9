import { showName } from '#shared/names/show-name.ts'
import { SettingRow } from '#web/ui/forms/setting-row.tsx'
import { type WwwChoice, wwwChoices } from '../../contract/serving.ts'
import type { Domain } from '../../contract.ts'
import { orToast, useServing } from './use-serving.ts'

const saidOf = (name: string): Record<WwwChoice, string> => ({
  'as-typed': `${name} and www.${name} both show the site.`,
  'to-www': `Visitors to ${name} are sent to www.${name}.`,
  'to-bare': `Visitors to www.${name} are sent to ${name}.`,
})

/** At which of its two names the site is shown. */
export function WwwSetting({ domain }: { domain: Domain }) {
  const name = showName(domain.name)
  const { asWanted, put } = useServing(domain)
  const labels: Record<WwwChoice, string> = {
    'as-typed': 'No redirect',
    'to-www': `Redirect to www.${name}`,
    'to-bare': `Redirect to ${name}`,
  }
  return (
    <SettingRow title="www redirect" text={saidOf(name)[asWanted.www]}>
      <select
        className="control"
        aria-label="www redirect"
        value={asWanted.www}
        onChange={({ currentTarget: { value } }) => {
          const www = wwwChoices.find((choice) => choice === value) ?? 'as-typed'
          orToast(put({ www }, saidOf(name)[www]))
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
