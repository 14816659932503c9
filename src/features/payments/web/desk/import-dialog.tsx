import { Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { countText } from '#shared/text/count-text.ts'
import { failureSentence } from '#web/lib/calls/api-error.ts'
import type { Picked } from '#web/lib/picked.ts'
import { useTRPC } from '#web/trpc.ts'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { DropZone } from '#web/ui/forms/drop-zone.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { readStatementFile } from './read-statement-file.ts'

type ImportDialogProps = { opened: boolean; onClose: () => void; onImported: () => void }

/** Imports a bank statement; payments are recorded only after a review. */
export function ImportDialog({ opened, onClose, onImported }: ImportDialogProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const send = useMutation(
    trpc.payments.statements.import.mutationOptions({
      meta: { failure: 'The statement could not be read' },
      onSuccess: ({ lines, newLines }) => {
        showToast({
          title: 'Statement imported',
          description: `${countText(lines, 'incoming payment')}, ${newLines} new.`,
        })
        onClose()
        onImported()
        return queryClient.invalidateQueries(trpc.payments.pathFilter())
      },
    }),
  )
  const take = async ([picked]: Picked[]) => {
    if (picked) send.mutate({ fileName: picked.file.name, text: await readStatementFile(picked.file) })
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Import a bank statement"
      closeButtonProps={{ 'aria-label': 'Close: Import a bank statement' }}
    >
      <Text size="sm" mb="sm">
        A CSV file with columns for date, narration or description, and credit or deposit, as Indian banks
        export it. Lines that were imported before are skipped. You review what each line pays before it is
        recorded.
      </Text>
      <DropZone isSingle onPicked={take}>
        {send.isPending ? 'Reading the statement…' : 'Drop the statement here, or browse'}
      </DropZone>
      {send.error && (
        <Text size="sm" mt="sm" role="alert">
          {failureSentence(send.error)}
        </Text>
      )}
    </Modal>
  )
}
