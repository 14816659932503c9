import { NativeSelect, Textarea } from '@mantine/core'
import type { ContractForm } from '#web/ui/forms/use-contract-form.ts'
import { incidentStates } from '../contract.ts'

type Form = Pick<ContractForm<Record<string, unknown>>, 'key' | 'getInputProps'>

const names = {
  investigating: 'Investigating: the cause is not known yet',
  identified: 'Identified: the cause is known',
  monitoring: 'Monitoring: a fix is in place and being watched',
  resolved: 'Resolved: the incident has ended',
} as const

/** Fields of every incident update. */
export const IncidentFields = ({ form }: { form: Form }) => (
  <>
    <NativeSelect
      label="State"
      data={incidentStates.map((value) => ({ value, label: names[value] }))}
      key={form.key('state')}
      {...form.getInputProps('state')}
    />
    <Textarea
      label="Message"
      description="Shown to everyone on the status page."
      required
      autosize
      minRows={3}
      key={form.key('message')}
      {...form.getInputProps('message')}
    />
  </>
)
