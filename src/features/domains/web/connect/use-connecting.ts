import { useMutation, useQueryClient } from '@tanstack/react-query'
import { readConnectable } from '#features/names/contract/name-faults.ts'
import { showName } from '#shared/names/show-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { connectInput } from '../../contract/challenge.ts'
import { texts } from '../../contract/texts.ts'

/** Validates the name of a connected domain by the server's rules. */
export const connectSchema = connectInput.omit({ serviceId: true }).superRefine(({ name }, context) => {
  const read = readConnectable(name)
  if ('fault' in read) context.addIssue({ code: 'custom', path: ['name'], message: read.fault })
})

/** Connects a name; calls `onDone` before the toast. */
export function useConnecting(onDone?: (id: string) => Promise<unknown>) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return useMutation(
    trpc.domains.connect.mutationOptions({
      meta: { failure: texts.error },
      onSuccess: async ({ id, name }) => {
        await queryClient.invalidateQueries(trpc.domains.list.queryFilter())
        await onDone?.(id)
        showToast({ title: 'Domain added', description: `Next, point ${showName(name)} here.` })
      },
    }),
  )
}
