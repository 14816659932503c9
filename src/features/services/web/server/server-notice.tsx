import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { asSentence } from '#shared/text/shown-text.ts'
import { useTRPC } from '#web/trpc.ts'
import type { Provisioning, Service } from '../../contract/contract.ts'

const waiting: Record<Provisioning['state'], string> = {
  queued: 'It was approved and will be set up shortly.',
  running: 'It is being set up.',
  retrying: 'A setup step failed and is being retried.',
  failed: 'Setup failed. An administrator needs to look at it.',
}

function Pending({ id, provisioning }: Pick<Service, 'id' | 'provisioning'>) {
  const trpc = useTRPC()
  const order = useQuery(trpc.orders.list.queryOptions()).data?.find(({ serviceId }) => serviceId === id)
  return (
    <>
      <strong>This service is not active yet.</strong>{' '}
      {provisioning ? waiting[provisioning.state] : 'It is awaiting approval.'} Nothing is running, so there
      is nothing to measure.{' '}
      <Link to="/pending-activation" search={order ? { order: order.id } : {}}>
        See the order
      </Link>
    </>
  )
}

const Suspended = ({ suspendedReason }: Pick<Service, 'suspendedReason'>) => (
  <>
    <strong>This service is suspended{suspendedReason ? `: ${asSentence(suspendedReason)}` : '.'}</strong> Its
    site is offline until the service is active again. Its files are safe.{' '}
    <Link to="/contact">Contact support</Link>
  </>
)

const Stopped = () => (
  <>
    <strong>This server is stopped.</strong> Its site is offline until you start it again.
  </>
)

function textOf({ id, status, provisioning, suspendedReason }: Service): ReactNode {
  if (status === 'pending') return <Pending id={id} provisioning={provisioning} />
  if (status === 'suspended') return <Suspended suspendedReason={suspendedReason} />
  return status === 'stopped' ? <Stopped /> : null
}

/** Explains a status other than active to the owner; nothing for a running service. */
export function ServerNotice({ service }: { service: Service }) {
  const text = textOf(service)
  if (!text) return null
  return (
    <p className="server-notice" data-status={service.status}>
      {text}
    </p>
  )
}
