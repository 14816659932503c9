import { useMutation, useQueryClient } from '@tanstack/react-query'
import { fullName } from '#features/zones/contract/record-types.ts'
import type { DnsChange, DnsRecord } from '#features/zones/contract/records.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import type { Domain } from '../../contract/contract.ts'
import { texts } from '../../contract/texts.ts'

/** A record in a few words. */
export const recordName = ({ type, name }: Pick<DnsRecord, 'type' | 'name'>, zone: string): string =>
  `${type} ${fullName(name, zone)}`

const isSame = (one: DnsRecord, other: DnsRecord): boolean =>
  one.id === other.id && one.value === other.value && one.ttl === other.ttl && one.priority === other.priority

const failure = { failure: texts.error }

/** Undoes a change of the zone. */
export function useUndo({ id }: Pick<Domain, 'id'>) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const undo = useMutation(
    trpc.domains.dns.undo.mutationOptions({
      meta: failure,
      onSuccess: () => showToast({ title: 'Change undone' }),
      onSettled: () => queryClient.invalidateQueries(trpc.domains.pathFilter()),
    }),
  )
  /** Undoes the latest change if it is the given one and was not undone. */
  const undoThat = async (isMeant: (change: DnsChange) => boolean) => {
    const changes = await queryClient.fetchQuery(
      trpc.domains.dns.history.queryOptions({ id }, { staleTime: 0 }),
    )
    const change = changes.find((each) => each.undoneAt === null && isMeant(each))
    if (change) undo.mutate({ id, changeId: change.id })
    else
      showToast({
        title: texts.error,
        description: 'This change was already undone.',
        variant: 'destructive',
      })
  }
  return { undo, undoThat }
}

type ToastContent = { title: string; description: string; isMeant: (change: DnsChange) => boolean }

/** The actions on a domain's records, each with a toast that offers an undo. */
export function useZoneChanges({ id, name: zone }: Domain) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const { undoThat } = useUndo({ id })
  const onSettled = () => queryClient.invalidateQueries(trpc.domains.pathFilter())
  const showResult = ({ isMeant, ...toast }: ToastContent) =>
    showToast({
      ...toast,
      duration: 8_000,
      // A history that fails to load has its own toast.
      action: { label: 'Undo', run: () => void undoThat(isMeant).catch(() => {}) },
    })
  const showAdded = (title: string, record: DnsRecord) =>
    showResult({
      title,
      description: recordName(record, zone),
      isMeant: ({ added }) => added.some((each) => isSame(each, record)),
    })
  return {
    add: useMutation(
      trpc.domains.dns.add.mutationOptions({
        meta: failure,
        onSuccess: (record) => showAdded('Record added', record),
        onSettled,
      }),
    ),
    set: useMutation(
      trpc.domains.dns.set.mutationOptions({
        meta: failure,
        onSuccess: (record) => showAdded('Record changed', record),
        onSettled,
      }),
    ),
    remove: useMutation(
      trpc.domains.dns.remove.mutationOptions({
        meta: failure,
        // Read the name before it is deleted.
        onMutate: ({ recordId }) =>
          queryClient
            .getQueryData(trpc.domains.dns.list.queryKey({ id }))
            ?.find((record) => record.id === recordId),
        onSuccess: (_, { recordId }, record) =>
          showResult({
            title: 'Record deleted',
            description: record ? recordName(record, zone) : zone,
            isMeant: ({ removed }) => removed.some((each) => each.id === recordId),
          }),
        onSettled,
      }),
    ),
    addPreset: useMutation(
      trpc.domains.dns.preset.mutationOptions({
        meta: failure,
        onSuccess: ({ applied, added }) => {
          if (!applied) return
          const ids = new Set(added.map((each) => each.id))
          showResult({
            title: 'Records added',
            description: zone,
            isMeant: (change) => change.added.some((each) => ids.has(each.id)),
          })
        },
        onSettled: (answer) =>
          answer?.applied ? queryClient.invalidateQueries(trpc.domains.pathFilter()) : undefined,
      }),
    ),
    importFile: useMutation(
      trpc.domains.dns.import.mutationOptions({
        meta: failure,
        onSuccess: ({ applied, added, removed }) => {
          if (!applied) return
          const ids = new Set([...added, ...removed].map((each) => each.id))
          showResult({
            title: 'Zone file imported',
            description: zone,
            isMeant: (change) => [...change.added, ...change.removed].some((each) => ids.has(each.id)),
          })
        },
        onSettled: (answer) =>
          answer?.applied ? queryClient.invalidateQueries(trpc.domains.pathFilter()) : undefined,
      }),
    ),
  }
}

export type ZoneChanges = ReturnType<typeof useZoneChanges>
