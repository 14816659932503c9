import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type RecoveryDialogProps = { opened: boolean; onClose: () => void }

const title = 'New recovery codes'

/** Creates ten new recovery codes and shows them once. */
export function RecoveryDialog({ opened, onClose }: RecoveryDialogProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const renew = useMutation(
    trpc.auth.totp.renewCodes.mutationOptions({
      meta: { failure: 'New recovery codes could not be created' },
      onSuccess: () => queryClient.invalidateQueries(trpc.auth.security.queryFilter()),
    }),
  )
  const codes = renew.data?.recoveryCodes
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      closeOnClickOutside={!codes}
      title={codes ? 'Your recovery codes' : title}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <Stack gap="sm">
          <Text size="sm">Your old codes will stop working.</Text>
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button data-autofocus loading={renew.isPending} onClick={() => renew.mutate()}>
              Create new codes
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
