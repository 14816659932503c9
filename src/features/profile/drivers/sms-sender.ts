import type { Driver } from '#server/driver.ts'

type TextMessage = { id: string; to: string; text: string }

/** Sends text messages. Only durable jobs use it, so that no message goes out for a change that was rolled back. */
export interface SmsSender extends Driver {
  /** Whether messages reach phones. */
  readonly delivery: 'sms' | 'outbox'
  /** Resolves once the message was accepted; throws otherwise. */
  send(message: TextMessage): Promise<void>
}
