import { useQuery } from '@tanstack/react-query'
import type { Service } from '#features/services/contract/contract.ts'
import { waitText } from '#shared/text/wait-text.ts'
import { formatMoment } from '#shared/time.ts'
import { useTRPC } from '#web/trpc.ts'
import type { Order } from '../../contract/contract.ts'

type StepState = 'done' | 'current' | 'ahead'
type Step = { name: string; text: string; state: StepState }

const spoken: Record<StepState, string> = { done: 'done', current: 'in progress', ahead: 'upcoming' }

function readSetUp(service: Service): string {
  const { provisioning } = service
  if (!provisioning) return 'Your service goes live, and we email you.'
  if (provisioning.state === 'failed')
    return 'Setup is taking longer than usual. Our team is looking into it.'
  return 'Your server is being set up. This takes a moment.'
}

/** The usual waiting time, without a promise; hidden while too few orders were approved. */
function useUsualWait(): string {
  const approvals = useQuery(useTRPC().status.get.queryOptions()).data?.approvals
  return approvals ? ` Half of all orders are approved within ${waitText(approvals.medianSeconds)}.` : ''
}

function readSteps(service: Service, order: Order | undefined, usualWait: string): Step[] {
  const isApproved = order?.status === 'approved' || service.provisioning !== null
  return [
    {
      name: 'Plan Selected',
      text: `Ordered ${formatMoment(order?.createdAt ?? service.createdAt)}.`,
      state: 'done',
    },
    {
      name: 'Manual Review',
      text: isApproved
        ? 'Your order was approved.'
        : `An administrator reviews your order within 24 hours.${usualWait}`,
      state: isApproved ? 'done' : 'current',
    },
    { name: 'Access Granted', text: readSetUp(service), state: isApproved ? 'current' : 'ahead' },
  ]
}

/** The three steps from order to access, with the current one. */
export function PendingSteps({ service, order }: { service: Service; order: Order | undefined }) {
  const usualWait = useUsualWait()
  return (
    <ol className="pending-steps">
      {readSteps(service, order, usualWait).map(({ name, text, state }) => (
        <li key={name} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
          <span className="pending-step-name">
            {name}
            <span className="visually-hidden">, {spoken[state]}</span>
          </span>
          <span className="pending-step-text">{text}</span>
        </li>
      ))}
    </ol>
  )
}
