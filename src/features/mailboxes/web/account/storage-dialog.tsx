import { Button, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { DialogForm } from '#web/ui/dialogs/form-dialog.tsx'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { cleanupInput, setStorageInput } from '../../contract/contract.ts'
import { maxQuota, minQuota } from '../../contract/rules.ts'
import type { AccountDialogProps } from './account-dialog-props.ts'
import { useAccountChanges } from './use-account-changes.ts'

const quotaSchema = setStorageInput.pick({ quota: true })
const cleanupSchema = cleanupInput.pick({ olderThanDays: true })

/** Sets the quota of a mailbox, and deletes old messages. */
export function StorageDialog({ account, opened, onClose }: AccountDialogProps) {
  const { id, email, quota, used } = account
  const [days, setDays] = useState<number | null>(null)
  const { setStorage, cleanup } = useAccountChanges()
  const form = useContractForm(quotaSchema, { quota })
  const old = useContractForm(cleanupSchema, { olderThanDays: 365 })
  const title = `Storage for ${email}`
  if (days !== null)
    return (
      <ConfirmDialog
        opened={opened}
        onClose={onClose}
        title="Permanently delete old messages?"
        confirmLabel="Delete messages"
        onConfirm={() => cleanup.mutateAsync({ id, olderThanDays: days })}
      >
        <p className="email-text">
          All messages in {email} older than {days} days are deleted from every folder, except starred ones.
          You can’t undo this.
        </p>
      </ConfirmDialog>
    )
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <DialogForm
        onClose={onClose}
        form={form}
        onSubmit={(values) => setStorage.mutateAsync({ id, ...values })}
        submitLabel="Save"
      >
        <NumberInput
          label="Quota (MB)"
          description={`${minQuota} to ${maxQuota.toLocaleString('en-IN')} MB. ${Math.ceil(used)} MB is in use.`}
          data-autofocus
          allowDecimal={false}
          allowNegative={false}
          hideControls
          key={form.key('quota')}
          {...form.getInputProps('quota')}
        />
      </DialogForm>
      <section className="email-cleanup" aria-labelledby="email-cleanup">
        <h3 id="email-cleanup">Clean up</h3>
        <form
          className="email-cleanup-fields"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void old.send(async ({ olderThanDays }) => setDays(olderThanDays))
          }}
        >
          <NumberInput
            label="Delete messages older than (days)"
            allowDecimal={false}
            allowNegative={false}
            hideControls
            key={old.key('olderThanDays')}
            {...old.getInputProps('olderThanDays')}
          />
          <Button type="submit" variant="default">
            Clean up…
          </Button>
        </form>
      </section>
    </Modal>
  )
}
