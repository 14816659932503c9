import { TextInput } from '@mantine/core'
import { z } from 'zod'
import { siteName } from '#shared/names/site-name.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import type { Service } from '../../../contract/contract.ts'
import { longestSiteName, siteNameOrNone } from '../../../contract/name.ts'
import type { ServerControl } from './server-control.ts'

const nameForm = z.object({ name: siteNameOrNone })

type SiteNameDialogProps = Pick<ServerControl, 'setName'> & {
  service: Service
  opened: boolean
  onClose: () => void
}

/** Sets or removes the displayed name of a site. */
export function SiteNameDialog({ service, setName, opened, onClose }: SiteNameDialogProps) {
  const { id, name } = service
  const form = useContractForm(nameForm, { name: name ?? '' })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Rename site"
      form={form}
      onSubmit={(values) => setName.mutateAsync({ id, ...values })}
      submitLabel="Save"
    >
      <TextInput
        label="Name"
        description={`Shown only in the portal. Leave it empty to use ${siteName({ ...service, name: null })}.`}
        maxLength={longestSiteName}
        autoComplete="off"
        data-autofocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}
