import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSite } from '#web/site.tsx'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { SettingRow } from '#web/ui/forms/setting-row.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { Money } from '#web/ui/values/values.tsx'
import { useViewer } from '#web/viewer.ts'
import type { Renewal } from '../../contract/contract.ts'
import { PlanFacts } from './plan-facts.tsx'
import { TermRow } from './term-row.tsx'
import { WaitingInvoices } from './waiting-invoices.tsx'

const PlanDialog = lazyPart(() => import('./plan-dialog.tsx'), 'PlanDialog')
const AheadDialog = lazyPart(() => import('./ahead-dialog.tsx'), 'AheadDialog')

function PlanRow({ renewal }: { renewal: Renewal }) {
  const dialog = useDialog<Renewal>()
  const { plan, isSuspended } = renewal
  return (
    <SettingRow
      title="Plan"
      text={
        isSuspended ? (
          'You can change the plan once the open invoice is paid.'
        ) : (
          <>
            {plan.name}, <Money rupees={plan.price} /> a month. You see the price of a new plan before you
            confirm.
          </>
        )
      }
    >
      <button type="button" className="button" disabled={isSuspended} onClick={() => dialog.open(renewal)}>
        Change plan…
      </button>
      {dialog.subject && (
        <PlanDialog key={dialog.key} renewal={dialog.subject} opened={dialog.isOpen} onClose={dialog.close} />
      )}
    </SettingRow>
  )
}

/** Why paying ahead is not possible now. */
function aheadRefusal({ due, plan }: Renewal): string | undefined {
  if (plan.price === 0) return 'This plan is free.'
  return due.some(({ kind }) => kind === 'renewal') ? 'Pay the open invoice first.' : undefined
}

function AheadRow({ renewal }: { renewal: Renewal }) {
  const dialog = useDialog<Renewal>()
  const refusal = aheadRefusal(renewal)
  return (
    <SettingRow title="Pay ahead" text={refusal ?? 'Get the next invoice now, for one term or more.'}>
      <button
        type="button"
        className="button"
        disabled={refusal !== undefined}
        onClick={() => dialog.open(renewal)}
      >
        Pay ahead…
      </button>
      {dialog.subject && (
        <AheadDialog
          key={dialog.key}
          renewal={dialog.subject}
          opened={dialog.isOpen}
          onClose={dialog.close}
        />
      )}
    </SettingRow>
  )
}

/** Only the owner can change the plan. */
const BilledRows = ({ renewal, isOwner }: { renewal: Renewal; isOwner: boolean }) => (
  <>
    <PlanFacts renewal={renewal} />
    {isOwner && <PlanRow renewal={renewal} />}
    <TermRow renewal={renewal} />
    <AheadRow renewal={renewal} />
  </>
)

/** Where the portal does not bill renewals, customers contact the operator to change the plan. */
const UnbilledRow = ({ renewal: { plan }, isOwner }: { renewal: Renewal; isOwner: boolean }) => (
  <SettingRow
    title="Plan"
    text={
      <>
        {plan.name}, <Money rupees={plan.price} /> a month. Renewals are not billed here
        {isOwner && ': contact us about another plan'}.
      </>
    }
  >
    {isOwner && (
      <Link to="/contact" className="button">
        Contact us
      </Link>
    )}
  </SettingRow>
)

/** A service's price, paid term, open invoices and next invoice. */
export function PlanPanel({ id }: { id: string }) {
  const trpc = useTRPC()
  const { areRenewalsOff } = useSite()
  const isOwner = useViewer()?.actingFor === undefined
  const query = useQuery(trpc.renewals.get.queryOptions({ id }))
  return (
    <section className="panel server-settings" aria-labelledby="billing-title">
      <h2 id="billing-title">Plan and billing</h2>
      <QueryState query={query} what="Plan and billing" loadingText="Loading plan and billing...">
        {(renewal) => (
          <>
            <WaitingInvoices due={renewal.due} />
            {areRenewalsOff ? (
              <UnbilledRow renewal={renewal} isOwner={isOwner} />
            ) : (
              <BilledRows renewal={renewal} isOwner={isOwner} />
            )}
          </>
        )}
      </QueryState>
    </section>
  )
}
