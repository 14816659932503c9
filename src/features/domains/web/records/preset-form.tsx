import { Button, TextInput } from '@mantine/core'
import { z } from 'zod'
import type { PresetPlan } from '#features/zones/contract/preset-input.ts'
import type { Preset, PresetValues } from '#features/zones/contract/presets/preset.ts'
import { readPresetValues } from '#features/zones/contract/presets/presets.ts'
import { countText } from '#shared/text/count-text.ts'
import { failureSentence } from '#web/lib/calls/api-error.ts'
import { DialogForm } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import type { Domain } from '../../contract/contract.ts'
import { ChangeLines } from './change-lines.tsx'
import { RecordEffects } from './record-effects.tsx'
import type { ZoneChanges } from './use-zone-changes.ts'

type Form = { values: PresetValues }

/** Validates the fields by the server's rules. */
const schemaOf = (preset: Preset) =>
  z.custom<Form>().superRefine(({ values }, context) => {
    const read = readPresetValues(preset, values)
    if ('fault' in read)
      context.addIssue({ code: 'custom', path: ['values', read.field], message: read.fault })
  })

/** Why the records cannot be added yet. */
function obstacleOf(plan: PresetPlan | undefined): string | undefined {
  if (!plan) return 'Preview the changes first.'
  return plan.added.length + plan.removed.length === 0
    ? 'Your DNS has all of these records already.'
    : undefined
}

type PresetFormProps = { preset: Preset; domain: Domain; changes: ZoneChanges; onClose: () => void }

/** The input that a provider needs, a preview of its records, and the button to add them. */
export function PresetForm({ preset, domain, changes, onClose }: PresetFormProps) {
  const { addPreset } = changes
  const { name, fields, source } = preset
  const form = useContractForm<Form>(schemaOf(preset), {
    values: Object.fromEntries(fields.map(({ key }) => [key, ''])),
  })
  const values = form.useWatchValue('values')
  const sent = addPreset.variables
  const isOfThis = sent?.preset === preset.id && JSON.stringify(sent.values) === JSON.stringify(values)
  const plan = isOfThis && addPreset.data?.applied === false ? addPreset.data : undefined
  const send = (apply: boolean) => (given: Form) =>
    addPreset.mutateAsync({
      id: domain.id,
      preset: preset.id,
      values: given.values,
      apply,
      ...(apply && plan ? { serial: plan.serial } : {}),
    })
  return (
    <DialogForm
      form={form}
      onClose={onClose}
      onSubmit={send(true)}
      submitLabel="Add Records"
      disabledReason={obstacleOf(plan)}
    >
      {fields.map(({ key, label, example, isOptional }) => (
        <TextInput
          key={form.key(`values.${key}`)}
          label={isOptional ? `${label} (optional)` : label}
          placeholder={example}
          spellCheck={false}
          {...form.getInputProps(`values.${key}`)}
        />
      ))}
      <p className="quiet">
        Providers change their records from time to time. Compare these with {source.whose}’s instructions, “
        {source.page}”.
      </p>
      <div className="domain-import-actions">
        <Button
          variant="default"
          loading={addPreset.isPending && sent?.apply === false}
          onClick={() => void form.send(send(false))}
        >
          Preview changes
        </Button>
      </div>
      <div role="status">
        {isOfThis && addPreset.error && <p className="domain-refused">{failureSentence(addPreset.error)}</p>}
        {plan && <Plan plan={plan} name={name} zone={domain.name} />}
      </div>
    </DialogForm>
  )
}

function Plan({ plan, name, zone }: { plan: PresetPlan; name: string; zone: string }) {
  const { added, removed, kept, effects } = plan
  if (added.length + removed.length === 0)
    return <p className="domain-text">Your DNS has all records for {name} already.</p>
  return (
    <div className="domain-plan">
      <p>
        <strong>
          Adds {added.length}, removes {removed.length}, keeps {countText(kept, 'record')}.
        </strong>
      </p>
      {removed.length > 0 && <p className="quiet">Removed records conflict with the new ones.</p>}
      <ChangeLines zone={zone} removed={removed} added={added} isWhole />
      <RecordEffects preview={{ effects, refusal: undefined }} />
    </div>
  )
}
