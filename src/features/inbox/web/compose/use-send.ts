import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { readRecipients } from '#features/mailboxes/contract/recipients.ts'
import { isSeen } from '#shared/text/shown-text.ts'
import { second } from '#shared/time.ts'
import { fieldErrors } from '#web/lib/calls/api-error.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { letter } from '../../contract.ts'
import type { DraftKeeper, DraftState, Fields } from './draft-keeper.ts'

const undoSeconds = 10
type Errors = Partial<Record<keyof Fields, string>>

/** Validation errors by field. */
function errorsOf({ fields, attachments }: DraftState): Errors {
  const { to, cc, bcc, subject, text } = fields
  const typed = { to: readRecipients(to), cc: readRecipients(cc), bcc: readRecipients(bcc), subject }
  const errors: Errors = {}
  for (const { path, message } of letter.safeParse(typed).error?.issues ?? []) {
    const field = z.enum(['to', 'cc', 'bcc', 'subject']).parse(path[0])
    errors[field] ??= message
  }
  if (!isSeen(text) && attachments.length === 0) errors.text = 'Write something first.'
  return errors
}

/** Sends the draft; for ten seconds a toast offers to undo it, on any page. */
export function useSend(place: { id: string; draftId: string }, keeper: DraftKeeper, onSent: () => void) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [errors, setErrors] = useState<Errors>({})
  const [isSending, setSending] = useState(false)
  const onSettled = () => queryClient.invalidateQueries(trpc.email.pathFilter())
  const meta = { failure: 'Error' }
  const undo = useMutation(trpc.email.drafts.undo.mutationOptions({ meta, onSettled }))
  const take = useMutation(trpc.email.drafts.send.mutationOptions({ meta, onSettled }))
  const reopen = async () => {
    await undo.mutateAsync(place)
    const search = { folder: 'drafts', message: place.draftId } as const
    await navigate({ to: '/email/$id', params: { id: place.id }, search, resetScroll: false })
  }
  const send = async () => {
    if (isSending || keeper.read().uploads.length > 0) return
    const found = errorsOf(keeper.read())
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setSending(true)
    try {
      const isSaved = keeper.isStored() ? await keeper.flush() : await keeper.force()
      if (!isSaved) return
      const version = keeper.versionOf()
      const { leaves } = await take.mutateAsync({
        ...place,
        undoSeconds,
        ...(version ? { baseVersion: version } : {}),
      })
      onSent()
      showToast({
        title: 'Message sent',
        description: leaves
          ? 'See its delivery under Outgoing.'
          : 'Outgoing mail is off, so it reaches only addresses on this portal.',
        duration: undoSeconds * second,
        action: { label: 'Undo', run: () => void reopen().catch(() => {}) },
      })
    } catch (error) {
      setErrors(fieldErrors(error))
    } finally {
      setSending(false)
    }
  }
  /** Editing a field clears its error until the next try. */
  const forgive = (field: keyof Fields) => setErrors(({ [field]: _, ...rest }) => rest)
  return { send, isSending, errors, forgive }
}
