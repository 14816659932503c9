import { Button, Group } from '@mantine/core'
import { failureSentence } from '#web/lib/calls/api-error.ts'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { SkeletonRows } from '#web/ui/query-state.tsx'
import { isInPlace, MailPlan, planText } from './mail-plan.tsx'
import { useMailPlan, useMailSetUp } from './use-mail-plan.ts'

export type DomainMailDialogProps = {
  /** The id of the domain. */
  id: string
  name: string
  opened: boolean
  onClose: () => void
}

/** Previews what mail set-up changes in the zone of a domain, and applies it. */
export function DomainMailDialog({ id, name, opened, onClose }: DomainMailDialogProps) {
  const { plan, error, isChecking, look } = useMailPlan(id)
  const apply = useMailSetUp(name, { onSuccess: onClose, onError: look })
  const isDone = plan !== undefined && isInPlace(plan)
  const title = `Set up mail for ${name}`
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size="lg"
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <div className="email-plan">
        {isChecking && <SkeletonRows text="Checking DNS records..." rows={4} />}
        {error && (
          <p className="email-notice" role="alert">
            {failureSentence(error)}
          </p>
        )}
        {plan && (
          <>
            <p className="email-text">
              <strong>{planText(plan)}</strong>
            </p>
            <MailPlan plan={plan} />
          </>
        )}
        <Group className="dialog-actions" justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {isDone ? 'Close' : 'Cancel'}
          </Button>
          {plan && !isDone && (
            <Button
              loading={apply.isPending}
              onClick={() => apply.mutate({ id, apply: true, serial: plan.serial })}
            >
              Publish these records
            </Button>
          )}
        </Group>
      </div>
    </Modal>
  )
}
