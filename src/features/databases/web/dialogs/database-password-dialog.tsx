import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { changePasswordInput } from '../../contract/contract.ts'
import { useDatabaseChanges } from '../use-database-changes.ts'
import type { DatabaseDialogProps } from './dialog-props.ts'
import { PasswordField } from './password-field.tsx'

const schema = changePasswordInput.pick({ password: true })

/** Changes the password of a database user. */
export function DatabasePasswordDialog({ database, opened, onClose }: DatabaseDialogProps) {
  const { id, dbName, connection } = database
  const form = useContractForm(schema, { password: '' })
  const { changePassword } = useDatabaseChanges()
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Change password for ${dbName}`}
      form={form}
      onSubmit={({ password }) => changePassword.mutateAsync({ id, password })}
      submitLabel="Change Password"
    >
      <p className="database-quiet">
        Apps that sign in as <span className="mono">{connection.username}</span> stop working until you give
        them the new password. Open connections and running imports end.
      </p>
      <PasswordField form={form} name="password" label="New Password" />
    </FormDialog>
  )
}
