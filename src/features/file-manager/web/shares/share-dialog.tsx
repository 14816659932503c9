import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { FileEntry } from '#features/files/contract/contract.ts'
import { shareSeconds } from '#features/files/contract/share-seconds.ts'
import { formatMoment } from '#shared/time.ts'
import { useTRPC } from '#web/trpc.ts'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { CopyButton } from '#web/ui/values/copy-button.tsx'

const lives = [
  { value: String(shareSeconds.least), label: '5 minutes' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: String(shareSeconds.usual), label: '7 days' },
  { value: String(shareSeconds.most), label: '30 days' },
]

type ShareDialogProps = { file: FileEntry; opened: boolean; onClose: () => void }

/** Creates a public link to a file with a chosen lifetime. */
export function ShareDialog({ file: { id, fileName }, opened, onClose }: ShareDialogProps) {
  const trpc = useTRPC()
  const [life, setLife] = useState(String(shareSeconds.usual))
  const queryClient = useQueryClient()
  const share = useMutation(
    trpc.files.share.mutationOptions({
      meta: { failure: 'The file could not be shared' },
      onSuccess: () => queryClient.invalidateQueries(trpc.files.pathFilter()),
    }),
  )
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!share.isPending) share.mutate({ id, expiresIn: Number(life) })
  }
  const title = `Share ${fileName}`
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      {share.data ? (
        <NewLink {...share.data} onClose={onClose} />
      ) : (
        <form onSubmit={submit}>
          <Stack gap="sm">
            <NativeSelect
              label="The link works for"
              description="Anyone with the link can open the file without signing in."
              data-autofocus
              data={lives}
              value={life}
              onChange={(event) => setLife(event.currentTarget.value)}
            />
            <Group className="dialog-actions" justify="flex-end" gap="xs" mt="xs">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={share.isPending}>
                Create link
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}

type NewLinkProps = { url: string; expiresAt: string; onClose: () => void }

const NewLink = ({ url, expiresAt, onClose }: NewLinkProps) => (
  <Stack gap="sm">
    <TextInput
      label="Link"
      description={`Works until ${formatMoment(expiresAt)}. Copy it now, you won’t see it again. Revoke it under "Shared links".`}
      readOnly
      autoFocus
      value={url}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={<CopyButton value={url} label="Copy link" />}
    />
    <Group justify="flex-end" gap="xs" mt="xs">
      <Button onClick={onClose}>Done</Button>
    </Group>
  </Stack>
)
