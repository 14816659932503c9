import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { EmailAccount } from '#features/mailboxes/contract/contract.ts'
import { ApiError, failureSentence } from '#web/lib/calls/api-error.ts'
import { randomKey } from '#web/lib/calls/random-key.ts'
import { sendForm } from '#web/lib/calls/send-form.ts'
import { useTRPC, useTRPCClient } from '#web/trpc.ts'
import type { SavedDraft } from '../../contract.ts'
import type { ComposeStart } from '../compose-start.ts'
import { type Draft, draftOf } from './draft.ts'
import { createDraftKeeper, type Fields } from './draft-keeper.ts'

/** An id in the server's format from 128 random bits (RFC 9562, version 4). */
const newId = (): string => {
  const hex = randomKey()
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20),
  ]
  return parts.join('-')
}

/** 404: deleted by another tab or program; 409 with another version: changed there. */
function refusalOf(error: unknown) {
  const isStale =
    error instanceof ApiError && (error.status === 404 || error.body.currentVersion !== undefined)
  return { isStale, reason: failureSentence(error) }
}

type Writing = { account: EmailAccount; start: ComposeStart; own: readonly string[] }

/** The draft of a message, from its first letter until it is sent or closed. */
export function useKeeper({ account, start, own }: Writing) {
  const { id, signature } = account
  const client = useTRPCClient()
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [{ draftId, keeper, first }] = useState(() => {
    const saved = start.kind === 'draft' ? start.draft : null
    const begins: Draft = start.kind === 'draft' ? fieldsOf(start.draft) : draftOf(start, { own, signature })
    const { inReplyTo, forwardOf, ...fields } = begins
    const place = { id, draftId: saved?.id ?? newId() }
    const origin = { ...(inReplyTo ? { inReplyTo } : {}), ...(forwardOf ? { forwardOf } : {}) }
    const calls = {
      save: (typed: Fields, baseVersion: string | undefined) =>
        client.email.drafts.save.mutate({
          ...place,
          ...typed,
          ...origin,
          ...(baseVersion ? { baseVersion } : {}),
        }),
      open: () => client.email.drafts.open.query(place),
      upload(file: File, sending: { onProgress: (share: number) => void; signal: AbortSignal }) {
        const form = new FormData()
        form.append('file', file)
        const path = `/api/email/accounts/${id}/drafts/${place.draftId}/attachments`
        return sendForm<SavedDraft>(path, form, sending)
      },
      detach: ({ n, name }: { n: number; name: string }) =>
        client.email.drafts.detach.mutate({ ...place, n, name }),
      refusalOf,
    }
    return { draftId: place.draftId, keeper: createDraftKeeper(calls, { fields, saved }), first: begins }
  })
  const state = useSyncExternalStore(keeper.watch, keeper.read, keeper.read)
  useEffect(() => {
    // Copied attachments exist only after a save.
    if (first.forwardOf) void keeper.force()
    const hidden = () => {
      if (document.hidden) void keeper.flush()
    }
    document.addEventListener('visibilitychange', hidden)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      keeper.stop()
      void keeper.flush().then(() => queryClient.invalidateQueries(trpc.email.pathFilter()))
    }
  }, [keeper, first, queryClient, trpc])
  return { draftId, keeper, state, first }
}

const fieldsOf = ({
  to,
  cc,
  bcc,
  subject,
  text,
  inReplyTo,
}: Extract<ComposeStart, { kind: 'draft' }>['draft']): Draft => ({
  to,
  cc,
  bcc,
  subject,
  text,
  ...(inReplyTo ? { inReplyTo } : {}),
})
