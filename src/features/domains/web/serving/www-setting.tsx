import { showName } from '#shared/names/show-name.ts'
import { SettingRow } from '#web/ui/forms/setting-row.tsx'
import { type WwwChoice, wwwChoices } from '../../contract/serving.ts'
import type { Domain } from '../../contract.ts'
import { orToast, useServing } from './use-serving.ts'

const saidOf = (name: string): Record<WwwChoice, string> => ({
  'as-typed': `${name} and www.${name} both show the site.`,
  'to-www': `Visitors of ${name} are sent to www.${name}.`,
  'to-bare': `Visitors of www.${name} are sent to ${name}.`,
})

/** At which of its two names the site is shown. */
export function WwwSetting({ domain }: { domain: Domain }) {
  const name = showName(domain.name)
  const { asWanted, put } = useServing(domain)
  const labels: Record<WwwChoice, string> = {
    'as-typed': 'As typed',
    'to-www': 'To www',
    'to-bare': 'To the bare name',
  }
  return (
    <SettingRow title="With or without www" text={saidOf(name)[asWanted.www]}>
      <select
        className="control"
        aria-label="With or without www"
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
