import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Folder } from '#features/mailboxes/contract/rules.ts'
import { countText } from '#shared/text/count-text.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import type { Message } from '../contract.ts'
import { sectionNames } from './inbox-sections.ts'

const meta = { failure: 'Error' }

/** Changes of an account's messages, each with its toasts. */
export function useMessageChanges(id: string) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries(trpc.email.pathFilter())
  const changeMany = useMutation(trpc.email.messages.changeMany.mutationOptions({ meta, onSettled }))
  const removeMany = useMutation(trpc.email.messages.removeMany.mutationOptions({ meta, onSettled }))
  /** Moves messages of one folder, with an undo. */
  const move = async (messages: readonly Pick<Message, 'id' | 'subject' | 'folder'>[], to: Folder) => {
    const [first] = messages
    if (!first) return
    const ids = messages.map((message) => message.id)
    await changeMany.mutateAsync({ id, ids, folder: to })
    showToast({
      title: `Moved to ${sectionNames[to].toLowerCase()}`,
      description: messages.length === 1 ? first.subject || 'No subject' : countText(ids.length, 'message'),
      duration: 8_000,
      action: { label: 'Undo', run: () => changeMany.mutate({ id, ids, folder: first.folder }) },
    })
  }
  return {
    /** Resolves on success; a failure shows a toast and rejects. */
    move,
    mark: (ids: readonly string[], marks: { isSeen?: boolean; isFlagged?: boolean }) =>
      changeMany.mutate({ id, ids: [...ids], ...marks }),
    removeForGood: (ids: readonly string[]) => removeMany.mutateAsync({ id, ids: [...ids] }),
    isBusy: changeMany.isPending || removeMany.isPending,
  }
}

export type MessageChanges = ReturnType<typeof useMessageChanges>
