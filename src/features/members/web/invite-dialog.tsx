import { NativeSelect, TextInput } from '@mantine/core'
import { type MemberRole, memberRoles } from '#shared/member-roles.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { inviteInput } from '../contract.ts'
import { roleNames, roleTexts } from './member-state.tsx'

export type InvitationRequest = { serviceId: string; email: string; role: MemberRole; endsAt: string | null }

type InviteDialogProps = {
  serviceId: string
  opened: boolean
  onClose: () => void
  onSubmit: (wanted: InvitationRequest) => Promise<unknown>
}

const roles = memberRoles.map((role) => ({ value: role, label: roleNames[role] }))
const explained = memberRoles.map((role) => `${roleNames[role]}: ${roleTexts[role]}`).join(' ')

/** The end of a day in the customer's time zone. */
export const endOf = (day: string): string | null =>
  day === '' ? null : new Date(`${day}T23:59:59`).toISOString()

/** Asks for the address, the role and the end date of an invitation. */
export function InviteDialog({ serviceId, opened, onClose, onSubmit }: InviteDialogProps) {
  const form = useContractForm<InvitationRequest>(inviteInput, {
    serviceId,
    email: '',
    role: 'viewer',
    endsAt: null,
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Invite a member"
      form={form}
      onSubmit={onSubmit}
      submitLabel="Send invitation"
    >
      <TextInput
        key={form.key('email')}
        label="Email"
        description="They don’t need an account yet. The invitation is valid for seven days."
        type="email"
        required
        data-autofocus
        {...form.getInputProps('email')}
      />
      <NativeSelect
        key={form.key('role')}
        label="Role"
        description={explained}
        data={roles}
        {...form.getInputProps('role')}
      />
      <TextInput
        label="Last day"
        description="Leave empty for no end date."
        type="date"
        error={form.errors.endsAt}
        onChange={({ currentTarget: { value } }) => form.setFieldValue('endsAt', endOf(value))}
      />
    </FormDialog>
  )
}
