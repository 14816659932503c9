import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { ChainHead } from '#db/audit/seal.ts'
import { replaceFile } from '../system/disk.ts'

const headSchema = z.object({ number: z.number().int().positive(), hash: z.string().min(1) })

/** The file outside the database that records the newest seal. */
const headFile = (dataDir: string): string => join(dataDir, 'audit-head.json')

/**
 * The newest seal recorded in this data folder; null when there is none.
 * @throws Error when the file exists but cannot be read
 */
export async function readNotedHead(dataDir: string): Promise<ChainHead | null> {
  const file = headFile(dataDir)
  if (!existsSync(file)) return null
  try {
    return headSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    throw new Error(`${file} cannot be read: it should contain the newest seal of the audit log`)
  }
}

/** Writes the head to disk atomically. */
export const noteHead = (dataDir: string, { number, hash }: ChainHead): Promise<void> =>
  replaceFile(headFile(dataDir), `${JSON.stringify({ number, hash })}\n`)

/** Removes the record: the operator replaced the database, whose chain is a different one. */
export const forgetHead = (dataDir: string): Promise<void> => rm(headFile(dataDir), { force: true })

/** Formats a head for people and commands: `57:hmac-sha256:…`. */
export const writeHead = ({ number, hash }: ChainHead): string => `${number}:${hash}`

/** Parses a head that `writeHead` wrote; null for any other text. */
export function parseHead(text: string): ChainHead | null {
  const [, number, hash] = /^([1-9]\d{0,14}):((?:hmac-sha256:)?[0-9a-f]{64})$/.exec(text.trim()) ?? []
  return number && hash ? { number: Number(number), hash } : null
}
