import { Button, Checkbox, Group, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { Schedule } from '#features/backups/contract.ts'
import { formatMoment } from '#shared/time.ts'
import { fieldErrors } from '#web/lib/api-error.ts'
import { trpc } from '#web/trpc.ts'
import { showToast } from '#web/ui/toast.ts'
import { useNow } from '#web/ui/values.tsx'
import { type Frequency, nextRuns, timePattern } from '../contract/schedule.ts'
import { readType, typeOptions } from './type-options.ts'

const rhythms: { value: Frequency; label: string }[] = [
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly, on Sunday' },
  { value: 'monthly', label: 'Monthly, on the 1st' },
]
const readFrequency = (value: string): Frequency =>
  rhythms.find((rhythm) => rhythm.value === value)?.value ?? 'daily'

/** When, what and how many; with the next three runs as they would be. */
export function ScheduleForm({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const [values, setValues] = useState(schedule)
  const set = (change: Partial<Schedule>) => setValues((before) => ({ ...before, ...change }))
  const utils = trpc.useUtils()
  const save = trpc.backups.setSchedule.useMutation({
    meta: { failure: 'The schedule could not be saved' },
    onSuccess: async ({ enabled }) => {
      showToast({ title: enabled ? 'Schedule Saved' : 'Schedule Switched Off' })
      await utils.backups.schedule.invalidate()
      onClose()
    },
  })
  const errors = fieldErrors(save.error)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const { serviceId, enabled, frequency, time, backupType, keep } = values
    if (!save.isPending) save.mutate({ serviceId, enabled, frequency, time, backupType, keep })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Checkbox
          label="Make backups automatically"
          checked={values.enabled}
          onChange={(event) => set({ enabled: event.currentTarget.checked })}
        />
        <div className="backup-fields">
          <NativeSelect
            label="How often"
            data={rhythms}
            value={values.frequency}
            onChange={(event) => set({ frequency: readFrequency(event.currentTarget.value) })}
          />
          <TextInput
            type="time"
            label="Time (IST)"
            value={values.time}
            error={errors.time}
            onChange={(event) => set({ time: event.currentTarget.value })}
          />
          <NativeSelect
            label="Backup Type"
            data={typeOptions}
            value={values.backupType}
            onChange={(event) => set({ backupType: readType(event.currentTarget.value) })}
          />
          <NumberInput
            label="Keep the newest"
            min={1}
            max={90}
            hideControls
            value={values.keep}
            error={errors.keep}
            onChange={(keep) => set({ keep: Number(keep) })}
          />
        </div>
        <NextRuns schedule={values} />
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save Schedule
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function NextRuns({ schedule: { enabled, frequency, time } }: { schedule: Schedule }) {
  const now = useNow()
  if (!enabled) return <p className="backup-quiet">No automatic backups are made.</p>
  if (!now || !timePattern.test(time)) return null
  return (
    <div className="backup-runs">
      <h3>Next runs</h3>
      <ol>
        {nextRuns({ frequency, time }, now, 3).map((run) => (
          <li key={run.getTime()} className="figure">
            {formatMoment(run)}
          </li>
        ))}
      </ol>
    </div>
  )
}
