import type { Answer } from '#shared/schema.ts'
import type { Entity, Row } from '../entity.ts'
import { presentStored } from '../present.ts'
import { resource, type Sample } from '../sample.ts'
import { messagingOutput } from './contract.ts'

const present = (row: Row<'cloudMessaging'>): Answer<typeof messagingOutput> => presentStored(row)

/** Two queues and a topic. */
const sampleRows = (sample: Sample) => [
  {
    ...resource(sample, 'ap-south-1', 45),
    queueName: 'order-events.fifo',
    type: 'queue',
    messagesAvailable: 12,
    messagesInFlight: 3,
    deadLetterQueue: true,
    fifoQueue: true,
    throughput: 'high',
  },
  {
    ...resource(sample, 'ap-south-1', 45),
    queueName: 'order-events-failed.fifo',
    type: 'dead-letter-queue',
    messagesAvailable: 1,
    fifoQueue: true,
  },
  {
    ...resource(sample, 'us-east-1', 30),
    queueName: 'notifications',
    type: 'topic',
    visibility: 60,
    messageRetention: 345_600,
  },
]

export const messaging = {
  id: 'messaging',
  table: 'cloudMessaging',
  list: { output: messagingOutput, present },
  sample: sampleRows,
} satisfies Entity<'cloudMessaging'>
