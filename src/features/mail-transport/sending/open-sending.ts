import type { Kernel } from '#server/context.ts'
import { createMailQueue } from './create-mail-queue.ts'
import type { MailQueue } from './mail-queue.ts'
import { openQueueFiles, type QueueFiles } from './queue-files.ts'
import { openTransport } from './transports/open-transport.ts'
import type { Transport } from './transports/transport.ts'

declare module '#server/context.ts' {
  interface Deps {
    mailQueue: MailQueue
    /** The raw messages of the queue. */
    queueFiles: QueueFiles
    /** The transport of customer mail. */
    mailTransport: Transport
  }
}

/** Opens the queue and the transport of customer mail. */
export function openSending(kernel: Kernel) {
  const queueFiles = openQueueFiles(kernel.env.DATA_DIR)
  return {
    queueFiles,
    mailQueue: createMailQueue(kernel, queueFiles),
    mailTransport: openTransport(kernel),
  }
}
