import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { InstanceAction } from '#features/cloud-accounts/contract/transitions.ts'
import { serverMessage } from '#web/lib/calls/api-error.ts'
import { useTRPC } from '#web/trpc.ts'
import type { Instance } from '../contract.ts'

/** The message above the list: a failure, or the reason why a button does nothing. */
export type ActionNotice = { kind: 'failed' | 'refused'; name: string; reason: string | undefined }

/**
 * Start, stop and reboot. An accepted action replaces the row with the returned one; a failure is shown on the screen,
 * without a toast.
 */
export function useInstanceActions() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [notice, setNotice] = useState<ActionNotice | null>(null)
  const acting = useMutation(trpc.cloud.act.mutationOptions({ meta: { failure: false } }))
  const run = (action: InstanceAction, { id, name }: Instance) => {
    setNotice(null)
    acting.mutate(
      { action, resourceId: id, serviceType: 'instance' },
      {
        onSuccess: async (instance) => {
          await queryClient.cancelQueries(trpc.cloud.allServices.queryFilter())
          queryClient.setQueryData(
            trpc.cloud.allServices.queryKey(),
            (all) =>
              all && { ...all, instances: all.instances.map((row) => (row.id === id ? instance : row)) },
          )
        },
        onError: (error) => {
          setNotice({ kind: 'failed', name, reason: serverMessage(error) })
          void queryClient.invalidateQueries(trpc.cloud.allServices.queryFilter())
        },
      },
    )
  }
  const refuse = (name: string, reason: string) => setNotice({ kind: 'refused', name, reason })
  const pendingId = acting.isPending ? acting.variables.resourceId : undefined
  return { run, refuse, notice, pendingId }
}

const verbs: Record<InstanceAction, { from: string; only: string }> = {
  start: { from: 'stopped', only: 'Only a stopped instance can be started.' },
  stop: { from: 'running', only: 'Only a running instance can be stopped.' },
  reboot: { from: 'running', only: 'Only a running instance can be rebooted.' },
}

/** The reason why an action would be refused; `undefined` when it is allowed. */
export function whyNot(action: InstanceAction, status: Instance['status']): string | undefined {
  if (status === 'in-progress') return 'Another action is in progress.'
  const { from, only } = verbs[action]
  return status === from ? undefined : only
}
