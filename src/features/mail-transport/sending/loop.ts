import { createHash } from 'node:crypto'
import { countUse } from '#db/limits.ts'
import type { Tx } from '#db/types.ts'
import { day } from '#shared/time.ts'
import { type Field, valuesOf } from '../message/head.ts'
import { Refusal } from './transports/transport.ts'

/** What all copies of a message share, whoever forwarded them: how it was written, and where it was received first. */
function keyOf(fields: readonly Field[]): string {
  const values = (name: string) => valuesOf(fields, name)
  const parts = [values('message-id')[0], values('date')[0], values('received').at(-1)]
  const text = parts.map((part = '') => part.replaceAll(/\s+/g, ' ').trim()).join('\n')
  return createHash('sha256').update(text).digest('base64url')
}

/** A message that was forwarded to where it has been (RFC 5321 section 6.3). */
export class Loop extends Refusal {
  readonly key: string

  constructor(said: string, fields: readonly Field[]) {
    super(true, '5.4.6', said)
    this.key = keyOf(fields)
  }
}

/**
 * Whether nobody was told of this circle within a day. A circle with several ways through it brings as many copies of one message
 * back, and its sender, whom anybody can make up, gets one report.
 */
export const isFirstOf = async (tx: Tx, { key }: Loop, now: Date): Promise<boolean> =>
  (await countUse(tx, { key: `mail-loop:${key}`, windowMs: day, now })) === 1
