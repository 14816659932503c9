import type { Driver } from '#server/driver.ts'

type TextMessage = { id: string; to: string; text: string }

/** The way out for text messages. Only durable work uses it, so that none is sent for a change that did not happen. */
export interface SmsSender extends Driver {
  /** Whether its messages reach telephones. */
  readonly delivery: 'sms' | 'outbox'
  /** Handed over for good; throws when it was not. */
  send(message: TextMessage): Promise<void>
}
