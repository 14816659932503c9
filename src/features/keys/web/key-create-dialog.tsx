import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '#web/trpc.ts'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { CopyButton } from '#web/ui/values/copy-button.tsx'
import { KeyForm } from './key-form.tsx'

type KeyCreateDialogProps = { opened: boolean; onClose: () => void; isAdministrator: boolean }

/** Creates a key and shows it once. */
export function KeyCreateDialog({ opened, onClose, isAdministrator }: KeyCreateDialogProps) {
  const trpc = useTRPC()
  const [made, setMade] = useState<string | null>(null)
  const queryClient = useQueryClient()
  const create = useMutation(
    trpc.apiKeys.create.mutationOptions({
      meta: { failure: 'The API key could not be created' },
      onSuccess: ({ key }) => {
        setMade(key)
        return queryClient.invalidateQueries(trpc.apiKeys.pathFilter())
      },
    }),
  )
  const title = made === null ? 'Create an API key' : 'Your new API key'
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      {made === null ? (
        <KeyForm isAdministrator={isAdministrator} onClose={onClose} onSubmit={create.mutateAsync} />
      ) : (
        <NewKey value={made} onClose={onClose} />
      )}
    </Modal>
  )
}

const NewKey = ({ value, onClose }: { value: string; onClose: () => void }) => (
  <Stack gap="sm">
    <TextInput
      label="API key"
      description="Copy it now. You won’t see it again."
      readOnly
      autoFocus
      value={value}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={<CopyButton value={value} label="Copy API key" />}
    />
    <Group justify="flex-end" gap="xs" mt="xs">
      <Button onClick={onClose}>Done</Button>
    </Group>
  </Stack>
)
