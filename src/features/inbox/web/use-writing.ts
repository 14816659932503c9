import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTRPC } from '#web/trpc.ts'
import type { ComposeSize, Composing } from './compose/compose-panel.tsx'
import type { ComposeStart } from './compose-start.ts'

type Writing = {
  /** Whether the URL asks for a new message. */
  isAsked: boolean
  /** The draft to open. */
  draftId: string | undefined
  /** Removes both from the URL. */
  onClose: () => void
}

/** The open draft of an inbox: only one, and opening another saves it first. */
export function useWriting(id: string, { isAsked, draftId, onClose }: Writing) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [state, setState] = useState<{ start: ComposeStart | null; key: number; size: ComposeSize }>({
    start: null,
    key: 0,
    size: 'beside',
  })
  const composing = useRef<Composing | null>(null)
  const begin = async (start: ComposeStart) => {
    if (composing.current && !(await composing.current.leave())) return
    setState(({ key }) => ({ start, key: key + 1, size: 'beside' }))
  }
  const close = () => {
    setState((before) => ({ ...before, start: null }))
    onClose()
  }
  const ask = useEffectEvent(() => void begin({ kind: 'new' }))
  const choose = useEffectEvent(async (chosen: string) => {
    if (state.start?.kind === 'draft' && state.start.draft.id === chosen) return
    const options = trpc.email.drafts.open.queryOptions({ id, draftId: chosen })
    try {
      await begin({ kind: 'draft', draft: await queryClient.fetchQuery({ ...options, staleTime: 0 }) })
    } catch {
      onClose()
    }
  })
  useEffect(() => {
    if (isAsked) ask()
  }, [isAsked])
  useEffect(() => {
    if (draftId) void choose(draftId)
  }, [draftId])
  return {
    ...state,
    composing,
    begin,
    close,
    resize: (size: ComposeSize) => setState((before) => ({ ...before, size })),
  }
}
