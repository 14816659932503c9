import { type Entity, stored } from '../../../web/kit/entity.ts'
import { EntitySection } from '../../../web/kit/entity-section.tsx'
import { address, code, detail, list, moment, pairs, status, times } from '../../../web/kit/fields.tsx'
import type { Section, SectionProps } from '../../../web/kit/section.tsx'
import type { Instance } from '../contract.ts'
import { ActionNoticeLine, InstanceActions } from './actions.tsx'
import { useInstanceActions } from './use-actions.ts'

const instances: Entity<Instance> = {
  id: 'instances',
  title: 'Instances',
  one: 'instance',
  nameOf: ({ name }) => name,
  columns: [
    status('status', 'Status'),
    code('instanceType', 'Type'),
    code('region', 'Region'),
    address('publicIp', 'Public IP'),
    detail(address('privateIp', 'Private IP')),
  ],
  measuredOf: ({ id }) => ({ resourceId: id }),
  storedOf: stored('instances', [
    address('instanceId', 'Instance ID'),
    code('zone', 'Zone'),
    code('imageId', 'Image'),
    code('keyPairName', 'Key pair'),
    list('securityGroups', 'Security groups'),
    pairs('tags', 'Tags'),
    moment('launchedAt', 'Launched'),
    ...times,
  ]),
}

function InstancesView({ all, search }: SectionProps) {
  const acting = useInstanceActions()
  return (
    <EntitySection
      entity={instances}
      rows={all.instances}
      search={search}
      notice={<ActionNoticeLine notice={acting.notice} />}
      actions={(instance) => <InstanceActions instance={instance} acting={acting} />}
    />
  )
}

export const instancesSection: Section = {
  id: instances.id,
  render: (props) => <InstancesView {...props} />,
}
