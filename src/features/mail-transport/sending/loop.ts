import { createHash } from 'node:crypto'
import { countUse } from '#db/limits.ts'
import type { Tx } from '#db/types.ts'
import { day } from '#shared/time.ts'
import { type Field, valuesOf } from '../message/head.ts'
import { Refusal } from './transports/transport.ts'

/** The part that all copies of a message share after forwarding: its content and first arrival. */
function keyOf(fields: readonly Field[]): string {
  const values = (name: string) => valuesOf(fields, name)
  const parts = [values('message-id')[0], values('date')[0], values('received').at(-1)]
  const text = parts.map((part = '') => part.replaceAll(/\s+/g, ' ').trim()).join('\n')
  return createHash('sha256').update(text).digest('base64url')
}

/** A message that was forwarded back to where it came from (RFC 5321 section 6.3). */
export class Loop extends Refusal {
  readonly key: string

  constructor(said: string, fields: readonly Field[]) {
    super(true, '5.4.6', said)
    this.key = keyOf(fields)
  }
}

/**
 * Whether no report about this loop was sent within a day. A loop with several paths returns as many copies of one message, and
 * its sender, which anyone can forge, gets one report.
 */
export const isFirstOf = async (tx: Tx, { key }: Loop, now: Date): Promise<boolean> =>
  (await countUse(tx, { key: `mail-loop:${key}`, windowMs: day, now })) === 1
