import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { ChainHead } from '#db/audit/seal.ts'
import { replaceFile } from '../system/disk.ts'

const headSchema = z.object({ number: z.number().int().positive(), hash: z.string().min(1) })

/** Where the newest seal is recorded outside the database. */
const headFile = (dataDir: string): string => join(dataDir, 'audit-head.json')

/**
 * The newest seal recorded in this data folder; null when there is none.
 * @throws Error when the record exists but cannot be read
 */
export async function readNotedHead(dataDir: string): Promise<ChainHead | null> {
  const file = headFile(dataDir)
  if (!existsSync(file)) return null
  try {
    return headSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    throw new Error(`${file} cannot be read: it should name the newest seal of the audit log`)
  }
}

/** The head is recorded on disk, completely or not at all. */
export const noteHead = (dataDir: string, { number, hash }: ChainHead): Promise<void> =>
  replaceFile(headFile(dataDir), `${JSON.stringify({ number, hash })}\n`)

/** Nothing is recorded any more: the operator exchanged the database, and its chain is another one. */
export const forgetHead = (dataDir: string): Promise<void> => rm(headFile(dataDir), { force: true })

/** A head in the form for people and commands: `57:hmac-sha256:…`. */
export const writeHead = ({ number, hash }: ChainHead): string => `${number}:${hash}`

/** A head as `writeHead` wrote it; null when it is not one. */
export function parseHead(text: string): ChainHead | null {
  const [, number, hash] = /^([1-9]\d{0,14}):((?:hmac-sha256:)?[0-9a-f]{64})$/.exec(text.trim()) ?? []
  return number && hash ? { number: Number(number), hash } : null
}
