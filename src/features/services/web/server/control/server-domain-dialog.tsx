import { TextInput } from '@mantine/core'
import { z } from 'zod'
import { showName } from '#shared/names/show-name.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import type { Service } from '../../../contract/contract.ts'
import { domainOrNone } from '../../../contract/domain.ts'
import type { ServerControl } from './server-control.ts'

const domainForm = z.object({
  domain: domainOrNone.refine((domain) => domain !== null, 'Enter a full domain name, such as example.com.'),
})

type ServerDomainDialogProps = Pick<ServerControl, 'setDomain'> & {
  service: Service
  opened: boolean
  onClose: () => void
}

/** The A record that the name needs, and the effect on the previous name. */
function describe({ domain, serverIp }: Service): string {
  const target = `Point its A record to ${serverIp ?? 'the address of this service'}.`
  return domain ? `${target} ${showName(domain)} stops showing this site immediately.` : target
}

/** Sets or changes the domain of a site. */
export function ServerDomainDialog({ service, setDomain, opened, onClose }: ServerDomainDialogProps) {
  const { id, domain } = service
  const form = useContractForm(domainForm, { domain: domain ?? '' })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={domain ? 'Change domain' : 'Set domain'}
      form={form}
      onSubmit={(values) => setDomain.mutateAsync({ id, ...values })}
      submitLabel="Save"
    >
      <TextInput
        label="Domain"
        description={describe(service)}
        placeholder="example.com"
        autoComplete="off"
        data-autofocus
        key={form.key('domain')}
        {...form.getInputProps('domain')}
      />
    </FormDialog>
  )
}
