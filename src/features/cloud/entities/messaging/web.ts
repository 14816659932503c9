import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import type { Entity } from '../../web/kit/entity.ts'
import { code, count, measure, moment, named, yesNo } from '../../web/kit/fields.tsx'
import { fetchedSection } from '../../web/kit/section.tsx'
import type { Queue } from './contract.ts'

const queues: Entity<Queue> = {
  id: 'messaging',
  title: 'Queues and topics',
  one: 'queue',
  nameOf: ({ queueName }) => queueName,
  columns: [
    named('type', 'Type'),
    code('region', 'Region'),
    count('messagesAvailable', 'Waiting'),
    count('messagesInFlight', 'In flight'),
    yesNo()('fifoQueue', 'FIFO'),
    yesNo('On', 'Off')('encryption', 'Encryption'),
  ],
  details: [
    measure('s')('visibility', 'Visibility timeout'),
    measure('s')('messageRetention', 'Message retention'),
    yesNo()('deadLetterQueue', 'Dead-letter queue'),
    named('throughput', 'Throughput'),
    moment('createdAt', 'Created'),
  ],
}

export const queuesSection = fetchedSection(queues, () => useQuery(useTRPC().cloud.messaging.queryOptions()))
