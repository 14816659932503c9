import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { formatMoment } from '#shared/time.ts'
import { DialogForm } from '#web/ui/dialogs/form-dialog.tsx'
import { type ContractForm, useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { useNow } from '#web/ui/values/values.tsx'
import { type Schedule, type ScheduleInput, scheduleInput } from '../../contract/contract.ts'
import { nextRuns, timePattern } from '../../contract/schedule.ts'
import { typeOptions } from '../type-options.ts'
import { rhythmOptions } from './rhythms.ts'
import { useSetSchedule } from './use-set-schedule.ts'

/** Frequency, time, type and number to keep, with the resulting next three runs. */
export function ScheduleForm({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const { lastRunAt: _, nextRunAt: __, ...values } = schedule
  // The form is opened to turn backups on, so a disabled schedule starts with the switch on.
  const form = useContractForm<ScheduleInput>(scheduleInput, { ...values, enabled: true })
  const save = useSetSchedule()
  const isOn = form.useWatchValue('enabled')
  const frequency = form.getInputProps('frequency')
  return (
    <DialogForm
      onClose={onClose}
      form={form}
      onSubmit={(values) => save.mutateAsync(values)}
      submitLabel={isOn || !schedule.enabled ? 'Save Schedule' : 'Turn Off Backups'}
    >
      <Checkbox
        label="Make backups automatically"
        key={form.key('enabled')}
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
      <div className="backup-fields">
        <NativeSelect
          label="How often"
          data={rhythmOptions}
          key={form.key('frequency')}
          {...frequency}
          onChange={(event: ChangeEvent<HTMLSelectElement>) => {
            frequency.onChange(event)
            form.setFieldValue('enabled', true)
          }}
        />
        <TextInput type="time" label="Time (IST)" key={form.key('time')} {...form.getInputProps('time')} />
        <NativeSelect
          label="Backup Type"
          data={typeOptions}
          key={form.key('backupType')}
          {...form.getInputProps('backupType')}
        />
        <NumberInput
          label="Backups to keep"
          min={1}
          max={90}
          hideControls
          clampBehavior="none"
          key={form.key('keep')}
          {...form.getInputProps('keep')}
        />
      </div>
      <NextRuns form={form} />
    </DialogForm>
  )
}

function NextRuns({ form }: { form: ContractForm<ScheduleInput> }) {
  const enabled = form.useWatchValue('enabled')
  const frequency = form.useWatchValue('frequency')
  const time = form.useWatchValue('time')
  const now = useNow()
  if (!enabled) return <p className="backup-quiet">No automatic backups will be made.</p>
  if (!now || !timePattern.test(time)) return null
  return (
    <div className="backup-runs">
      <h3>Next runs</h3>
      <ol>
        {nextRuns({ frequency, time }, now, 3).map((run) => (
          <li key={run.getTime()} className="tabular">
            {formatMoment(run)}
          </li>
        ))}
      </ol>
    </div>
  )
}
