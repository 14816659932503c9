import { Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { showName } from '#shared/names/show-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { CopyButton } from '#web/ui/values/copy-button.tsx'
import type { Domain, Transfer } from '../../contract/contract.ts'
import { texts } from '../../contract/texts.ts'

const copied = { title: texts.copied, description: texts.copiedText }

type TransferDialogProps = { domain: Domain; opened: boolean; onClose: () => void }

/** Checks whether the domain can move, and shows the obstacles, or the transfer code, once. */
export function TransferDialog({ domain: { id, name }, opened, onClose }: TransferDialogProps) {
  const trpc = useTRPC()
  const transfer = useMutation(trpc.domains.transfer.mutationOptions({ meta: { failure: texts.error } }))
  const isEligible = transfer.data?.eligible === true
  const isShownBefore = isEligible && transfer.data?.authCode === undefined
  const title = 'Transfer Domain'
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <Stack gap="sm">
        <p className="domain-text">
          Get the transfer code for {showName(name)} and give it to your new registrar. It is shown only once.
        </p>
        <div role="status">{transfer.data && <Answer answer={transfer.data} />}</div>
        <Group className="dialog-actions" justify="flex-end" gap="xs" mt="xs">
          {!isEligible && (
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          )}
          {isShownBefore && (
            <Button
              variant="default"
              loading={transfer.isPending}
              onClick={() => transfer.mutate({ id, newCode: true })}
            >
              Issue a new code
            </Button>
          )}
          <Button
            data-autofocus
            loading={transfer.isPending && !isEligible}
            onClick={isEligible ? onClose : () => transfer.mutate({ id })}
          >
            {isEligible ? 'Done' : 'Get the transfer code'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function Answer({ answer: { eligible, blockers, authCode } }: { answer: Transfer }) {
  if (eligible && authCode === undefined)
    return (
      <p className="domain-text">
        The code was already shown and is still valid. If you lost it, issue a new one; the old code then
        stops working.
      </p>
    )
  if (authCode === undefined)
    return (
      <div className="domain-blockers">
        <p>
          <strong>This domain cannot move yet:</strong>
        </p>
        <ul>
          {blockers.map((blocker) => (
            <li key={blocker}>{blocker}</li>
          ))}
        </ul>
      </div>
    )
  return (
    <div className="domain-code">
      <p>
        <span className="mono">{authCode}</span>
        <CopyButton value={authCode} label="Copy transfer code" toast={copied} />
      </p>
      <p className="quiet">Copy it now. You won't see it again.</p>
    </div>
  )
}
