import { X509Certificate } from 'node:crypto'
import { type FSWatcher, watch } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { Logger } from '#server/log.ts'
import { readHost } from '#shared/host-names.ts'

/** Certificates by host, as files `<host>.crt` (the chain, PEM) and `<host>.key` of one folder. */
export interface Certificates {
  of(host: string): SecureContext | undefined
  /** Whether the host has a certificate that is valid now by its own dates. */
  isValid(host: string, at: Date): boolean
  /** Reloads the folder; open connections keep their certificates. */
  reload(): Promise<void>
  close(): void
}

const settleMs = 200

type Certificate = { context: SecureContext; from: Date; to: Date }

async function readCertificate(folder: string, host: string): Promise<Certificate> {
  const [cert, key] = await Promise.all([
    readFile(join(folder, `${host}.crt`)),
    readFile(join(folder, `${host}.key`)),
  ])
  // The first one of a chain is the host's own.
  const { validFrom, validTo } = new X509Certificate(cert)
  return { context: createSecureContext({ cert, key }), from: new Date(validFrom), to: new Date(validTo) }
}

/**
 * The certificates of `folder`, which is made when it is missing; read again when a file in it changes. A pair that
 * cannot be used is named in the log, and the one that was used before stays.
 */
export async function openCertificates(folder: string, log: Pick<Logger, 'warn'>): Promise<Certificates> {
  let known = new Map<string, Certificate>()
  let timer: Timer | undefined
  const reload = async () => {
    const next = new Map<string, Certificate>()
    for (const file of await readdir(folder)) {
      const host = file.endsWith('.crt') ? readHost(file.slice(0, -4)) : null
      if (host === null) continue
      const certificate = await readCertificate(folder, host).catch((error) => {
        log.warn('certificate not used', {
          host,
          error: error instanceof Error ? error.message : typeof error,
        })
        return known.get(host)
      })
      if (certificate) next.set(host, certificate)
    }
    known = next
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await reload()
  const watcher: FSWatcher = watch(folder, () => {
    clearTimeout(timer)
    // Certificate and key are two files: the burst of changes ends with both.
    timer = setTimeout(() => void reload().catch(() => {}), settleMs)
  })
  return {
    of: (host) => known.get(host)?.context,
    isValid(host, at) {
      const found = known.get(host)
      return found !== undefined && found.from <= at && at <= found.to
    },
    reload,
    close() {
      clearTimeout(timer)
      watcher.close()
    },
  }
}
