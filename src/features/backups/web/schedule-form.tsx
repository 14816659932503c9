import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Schedule, type ScheduleInput, scheduleInput } from '#features/backups/contract.ts'
import { formatMoment } from '#shared/time.ts'
import { useTRPC } from '#web/trpc.ts'
import { DialogForm } from '#web/ui/dialogs/form-dialog.tsx'
import { type ContractForm, useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { useNow } from '#web/ui/values/values.tsx'
import { nextRuns, timePattern } from '../contract/schedule.ts'
import { rhythmOptions } from './rhythms.ts'
import { typeOptions } from './type-options.ts'

const saved = { title: 'Schedule Saved', description: 'Backups are made at these times from now on.' }
const switchedOff = {
  title: 'Schedule Switched Off',
  description: 'No more backups are made automatically. Those there are stay.',
}

/** When, what and how many; with the next three runs as they would be. */
export function ScheduleForm({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const trpc = useTRPC()
  const { lastRunAt: _, nextRunAt: __, ...values } = schedule
  const form = useContractForm<ScheduleInput>(scheduleInput, values)
  const queryClient = useQueryClient()
  const save = useMutation(
    trpc.backups.setSchedule.mutationOptions({
      meta: { failure: 'The schedule could not be saved' },
      onSuccess: async ({ enabled }) => {
        showToast(enabled ? saved : switchedOff)
        await Promise.all([
          queryClient.invalidateQueries(trpc.backups.schedule.queryFilter()),
          queryClient.invalidateQueries(trpc.backups.schedules.queryFilter()),
          queryClient.invalidateQueries(trpc.servers.overview.queryFilter()),
        ])
      },
    }),
  )
  return (
    <DialogForm
      onClose={onClose}
      form={form}
      onSubmit={(values) => save.mutateAsync(values)}
      submitLabel="Save Schedule"
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
          {...form.getInputProps('frequency')}
        />
        <TextInput type="time" label="Time (IST)" key={form.key('time')} {...form.getInputProps('time')} />
        <NativeSelect
          label="Backup Type"
          data={typeOptions}
          key={form.key('backupType')}
          {...form.getInputProps('backupType')}
        />
        <NumberInput
          label="Keep the newest"
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
  if (!enabled) return <p className="backup-quiet">No automatic backups are made.</p>
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
