import { Button, Group, Stack, Text } from '@mantine/core'
import { formatPrice } from '#shared/money/money.ts'
import { personName } from '#web/desk/person-name.ts'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import type { AdminOrder } from '../../contract/desk.ts'
import { type Outcome, useApproveAll } from './use-approve-all.ts'

type OrdersApproveDialogProps = { orders: readonly AdminOrder[]; opened: boolean; onClose: () => void }

/** Approves several orders, named one by one, and says what became of each. */
export function OrdersApproveDialog({ orders, opened, onClose }: OrdersApproveDialogProps) {
  const { outcomes, isRunning, run } = useApproveAll(orders)
  const left = orders.filter(({ id }) => outcomes.get(id)?.state !== 'approved').length
  const title = `Approve ${orders.length === 1 ? 'this order' : `these ${orders.length} orders`}`
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={title}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <Stack gap="sm">
        <Text size="sm">
          {orders.length === 1
            ? 'Confirms the payment, activates the service and emails the customer.'
            : `Confirms all ${orders.length} payments, activates the services and emails the customers.`}
        </Text>
        <ul className="desk-approvals">
          {orders.map((order) => (
            <Approval key={order.id} order={order} outcome={outcomes.get(order.id)} />
          ))}
        </ul>
        <p className="visually-hidden" role="status">
          {outcomes.size > 0 && !isRunning && summarise(orders.length, left)}
        </p>
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {outcomes.size > 0 ? 'Close' : 'Cancel'}
          </Button>
          {left > 0 && (
            <Button loading={isRunning} onClick={run}>
              {outcomes.size > 0 ? `Try ${left} again` : `Approve ${orders.length}`}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

function summarise(count: number, left: number): string {
  if (count === 1) return left === 0 ? 'The order was approved.' : 'The order was not approved.'
  return left === 0
    ? `${count === 1 ? 'The order was' : `All ${count} orders were`} approved.`
    : `${count - left} of ${count} orders were approved.`
}

function Approval({ order, outcome }: { order: AdminOrder; outcome: Outcome | undefined }) {
  const { user, plan, amount, domain } = order
  return (
    <li>
      <span className="desk-state">
        <strong>{user.firstName ? `${personName(user)}, ${user.email}` : user.email}</strong>
        <span>
          {plan.name}, {formatPrice(amount)}/month
        </span>
        <span className="mono">{domain ?? 'No domain yet'}</span>
      </span>
      {outcome && <OutcomeBadge outcome={outcome} />}
    </li>
  )
}

function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  if (outcome.state === 'approved') return <StatusBadge status="approved" tone="ok" />
  if (outcome.state === 'approving') return <StatusBadge status="approving" tone="warn" />
  return (
    <span className="desk-state">
      <StatusBadge status="failed" tone="bad" label="Not approved" />
      <span className="desk-quiet">{outcome.reason}</span>
    </span>
  )
}
