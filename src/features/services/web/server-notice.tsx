import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Provisioning, Service } from '../contract.ts'

const waiting: Record<Provisioning['state'], string> = {
  queued: 'It was approved and is about to be set up.',
  running: 'It is being set up.',
  retrying: 'A step of setting it up failed and is tried again.',
  failed: 'Setting it up failed. An administrator has to look at it.',
}

function Pending({ provisioning }: Pick<Service, 'provisioning'>) {
  return (
    <>
      <strong>This service is not active yet.</strong>{' '}
      {provisioning ? waiting[provisioning.state] : 'It waits for approval.'} Nothing of it runs, so there is
      nothing to measure. <Link to="/pending-activation">See the order</Link>
    </>
  )
}

const Suspended = ({ suspendedReason }: Pick<Service, 'suspendedReason'>) => (
  <>
    <strong>This service is suspended{suspendedReason ? `: ${suspendedReason}` : '.'}</strong> Its site does
    not answer until it is active again; its files are kept. <Link to="/contact">Contact support</Link>
  </>
)

const Stopped = () => (
  <>
    <strong>This server is stopped.</strong> Nothing answers at its address until it is started.
  </>
)

function textOf({ status, provisioning, suspendedReason }: Service): ReactNode {
  if (status === 'pending') return <Pending provisioning={provisioning} />
  if (status === 'suspended') return <Suspended suspendedReason={suspendedReason} />
  return status === 'stopped' ? <Stopped /> : null
}

/** What a status other than active means for its owner; nothing for one that runs. */
export function ServerNotice({ service }: { service: Service }) {
  const text = textOf(service)
  if (!text) return null
  return (
    <p className="server-notice" data-status={service.status}>
      {text}
    </p>
  )
}
