import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { SettingRow } from '#web/ui/forms/setting-row.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { monthsOf, terms } from '../../contract/calendar.ts'
import type { Renewal } from '../../contract/contract.ts'
import { termWords } from '../words.ts'

/** The billing term of the next invoices. */
export function TermRow({ renewal: { service, term, plan } }: { renewal: Renewal }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const change = useMutation(
    trpc.renewals.setTerm.mutationOptions({
      meta: { failure: 'The term could not be changed' },
      onSuccess: (_, { term: chosen }) =>
        showToast({
          title: `${termWords[chosen]} from the next invoice on`,
          description: 'Existing payments and invoices do not change.',
        }),
      onSettled: () => queryClient.invalidateQueries(trpc.renewals.pathFilter()),
    }),
  )
  const shown = change.isPending ? change.variables.term : term
  return (
    <SettingRow title="Term" text="How often you pay. Changes apply from the next invoice.">
      <select
        className="control"
        aria-label="Term"
        value={shown}
        onChange={({ currentTarget: { value } }) => {
          const chosen = terms.find((each) => each === value)
          if (chosen) change.mutate({ id: service.id, term: chosen })
        }}
      >
        {terms.map((each) => (
          <option key={each} value={each}>
            {termWords[each]}, ₹{(plan.price * monthsOf[each]).toLocaleString('en-IN')}
          </option>
        ))}
      </select>
    </SettingRow>
  )
}
