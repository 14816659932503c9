import { useMutation, useQueryClient } from '@tanstack/react-query'
import { fullName } from '#features/zones/contract/record-types.ts'
import type { Subdomain } from '#features/zones/contract/subdomains.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import type { Domain } from '../../contract/contract.ts'
import { texts } from '../../contract/texts.ts'
import { useUndo } from '../records/use-zone-changes.ts'

/** Adds and deletes subdomains; each toast offers an undo where possible. */
export function useSubdomainChanges(domain: Domain) {
  const trpc = useTRPC()
  const { id } = domain
  const queryClient = useQueryClient()
  const { undoThat } = useUndo(domain)
  const options = {
    meta: { failure: texts.error },
    onSettled: () => queryClient.invalidateQueries(trpc.domains.pathFilter()),
  }
  const adding = useMutation(trpc.domains.subdomains.add.mutationOptions(options))
  const removing = useMutation(trpc.domains.subdomains.remove.mutationOptions(options))
  const showResult = (title: string, { name }: Subdomain, undo?: () => void) =>
    showToast({
      title,
      description: fullName(name, domain.name),
      duration: 8_000,
      ...(undo ? { action: { label: 'Undo', run: undo } } : {}),
    })
  /** An undo restores an existing one and removes a new one. */
  const takeBack = (row: Subdomain, wasThere: boolean) => {
    if (!wasThere) removing.mutate({ id, subId: row.id })
    // A history that fails to load has its own toast.
    else void undoThat(({ added }) => added.some(({ name }) => name === row.name)).catch(() => {})
  }
  const add = async (wish: Pick<Subdomain, 'name' | 'target' | 'redirect'>) => {
    const before = queryClient.getQueryData(trpc.domains.subdomains.list.queryKey({ id })) ?? []
    const row = await adding.mutateAsync({ id, ...wish })
    const wasThere = before.some((each) => each.id === row.id)
    showResult('Subdomain added', row, () => takeBack(row, wasThere))
  }
  const remove = async (row: Subdomain) => {
    const { name, target, redirect, status } = row
    await removing.mutateAsync({ id, subId: row.id })
    // Adding back an unused subdomain would give it a target, so there is no undo.
    showResult(
      'Subdomain deleted',
      row,
      status === 'active' ? () => adding.mutate({ id, name, target, redirect }) : undefined,
    )
  }
  return { add, remove }
}

export type SubdomainChanges = ReturnType<typeof useSubdomainChanges>
