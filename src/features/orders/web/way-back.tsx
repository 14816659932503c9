import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { gateOf } from '#features/services/contract/gate.ts'
import { useTRPC } from '#web/trpc.ts'
import { ArrowLeftIcon } from '#web/ui/icons.tsx'
import { useViewer } from '#web/viewer.ts'

/** For a customer who already has a dashboard and adds a service. */
export function WayBack() {
  const trpc = useTRPC()
  const viewer = useViewer()
  const services = useQuery(trpc.servers.list.queryOptions()).data ?? []
  if (!viewer || gateOf(viewer, services) !== 'dashboard') return null
  return (
    <Link to="/dashboard" className="flow-back">
      <ArrowLeftIcon size={16} /> Back to Dashboard
    </Link>
  )
}
